lib_libgames_la_SOURCES += \
	lib/games/polygonball/outline.c lib/games/polygonball/polygonball.c lib/games/polygonball/polygonball.h \
	lib/games/polygonball/view.c
