# fixstep-client and fixstep-replay.
