lib_libgames_la_SOURCES += \
	lib/games/pool/aim.c lib/games/pool/bots.c lib/games/pool/pool.c lib/games/pool/pool.h \
	lib/games/pool/scene.c lib/games/pool/view.c
