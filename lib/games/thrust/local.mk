lib_libgames_la_SOURCES += \
	lib/games/thrust/bots.c lib/games/thrust/craft.c lib/games/thrust/pods.c lib/games/thrust/scene.c \
	lib/games/thrust/thrust.c lib/games/thrust/thrust.h lib/games/thrust/view.c
