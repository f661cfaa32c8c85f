lib_libgames_la_SOURCES += \
	lib/games/sailboat/boat.c lib/games/sailboat/bots.c lib/games/sailboat/course.c lib/games/sailboat/sailboat.c \
	lib/games/sailboat/sailboat.h lib/games/sailboat/view.c
