# Examples: for readers, and built by tests/programs/install.sh against the installed library.
EXTRA_DIST += examples/hello2d/Makefile examples/hello2d/hello2d.c examples/hello3d/Makefile examples/hello3d/hello3d.c \
	examples/embed_pipe/Makefile examples/embed_pipe/embed_pipe.c examples/embed_net/Makefile examples/embed_net/embed_net.c \
	examples/mygame/Makefile examples/mygame/mygame.c \
	examples/tower/Makefile examples/tower/tower.c
