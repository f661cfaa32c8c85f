lib_libgames_la_SOURCES += \
	lib/games/blackhole/blackhole.c lib/games/blackhole/blackhole.h lib/games/blackhole/bots.c \
	lib/games/blackhole/view.c
