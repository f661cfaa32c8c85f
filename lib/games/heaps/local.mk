lib_libgames_la_SOURCES += \
	lib/games/heaps/pile.c lib/games/heaps/pile.h lib/games/heaps/view.c lib/games/heaps/pyramid.c \
	lib/games/heaps/rain.c
