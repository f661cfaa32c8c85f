# fixstep-client and fixstep-replay.
include client/tty.mk
