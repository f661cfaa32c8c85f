lib_libgames_la_SOURCES += \
	lib/games/fireworks2d/bots.c lib/games/fireworks2d/fireworks2d.c lib/games/fireworks2d/fireworks2d.h \
	lib/games/fireworks2d/scene.c lib/games/fireworks2d/view.c
