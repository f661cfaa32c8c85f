lib_libgames_la_SOURCES += \
	lib/games/heaps3d/heap3.c lib/games/heaps3d/heap3.h lib/games/heaps3d/pyramid3d.c lib/games/heaps3d/rain3d.c \
	lib/games/heaps3d/view.c
