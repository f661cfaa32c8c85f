lib_libgames_la_SOURCES += \
	lib/games/tank/bots.c lib/games/tank/ground.c lib/games/tank/tank.c lib/games/tank/tank.h \
	lib/games/tank/view.c
