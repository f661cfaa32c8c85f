lib_libgames_la_SOURCES += \
	lib/games/explosion/bots.c lib/games/explosion/charge.c lib/games/explosion/explosion.c \
	lib/games/explosion/explosion.h lib/games/explosion/scene.c lib/games/explosion/view.c
