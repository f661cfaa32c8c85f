lib_libgames_la_SOURCES += \
	lib/games/gamma/gamma.c lib/games/gamma/gamma.h lib/games/gamma/view.c
