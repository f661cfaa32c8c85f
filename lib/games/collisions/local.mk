lib_libgames_la_SOURCES += \
	lib/games/collisions/scene.c lib/games/collisions/bots.c lib/games/collisions/collisions.c \
	lib/games/collisions/collisions.h lib/games/collisions/view.c
