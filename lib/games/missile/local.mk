lib_libgames_la_SOURCES += \
	lib/games/missile/bots.c lib/games/missile/missile.c lib/games/missile/missile.h lib/games/missile/view.c
