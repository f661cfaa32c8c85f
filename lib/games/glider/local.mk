lib_libgames_la_SOURCES += \
	lib/games/glider/aircraft.c lib/games/glider/bots.c lib/games/glider/course.c lib/games/glider/glider.c \
	lib/games/glider/glider.h lib/games/glider/view.c
