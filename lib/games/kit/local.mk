lib_libcore_la_SOURCES += \
	lib/games/kit/bodies.c lib/games/kit/bodies.h lib/games/kit/buttons.c lib/games/kit/buttons.h \
	lib/games/kit/games.h lib/games/kit/plane.c lib/games/kit/plane.h lib/games/kit/rules.h
