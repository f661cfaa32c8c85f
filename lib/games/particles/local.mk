lib_libgames_la_SOURCES += \
	lib/games/particles/particles.c
