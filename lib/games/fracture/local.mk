lib_libgames_la_SOURCES += \
	lib/games/fracture/bots.c lib/games/fracture/fracture.c lib/games/fracture/fracture.h lib/games/fracture/parts.c \
	lib/games/fracture/scene.c lib/games/fracture/view.c
