# Examples: for readers, and built by tests/programs/install.sh against the installed library.
EXTRA_DIST += examples/mygame/Makefile examples/mygame/mygame.c
