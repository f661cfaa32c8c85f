lib_libgames_la_SOURCES += \
	lib/games/kit/aircraft3.c lib/games/kit/bodies.c lib/games/kit/buttons.c lib/games/kit/names.c lib/games/kit/rounds.c \
	lib/games/kit/scene2.c lib/games/kit/scene3.c lib/games/kit/srgb.c
kitinclude_HEADERS += \
	lib/games/include/fixstep/kit/aircraft3.h lib/games/include/fixstep/kit/bodies.h lib/games/include/fixstep/kit/buttons.h \
	lib/games/include/fixstep/kit/names.h lib/games/include/fixstep/kit/point.h \
	lib/games/include/fixstep/kit/random.h lib/games/include/fixstep/kit/rounds.h \
	lib/games/include/fixstep/kit/rules.h lib/games/include/fixstep/kit/scene2.h \
	lib/games/include/fixstep/kit/scene3.h lib/games/include/fixstep/kit/srgb.h
