# fixstep-server: hosts a match.
