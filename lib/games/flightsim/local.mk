lib_libgames_la_SOURCES += \
	lib/games/flightsim/aircraft.c lib/games/flightsim/bots.c lib/games/flightsim/course.c lib/games/flightsim/flightsim.c \
	lib/games/flightsim/flightsim.h lib/games/flightsim/view.c
