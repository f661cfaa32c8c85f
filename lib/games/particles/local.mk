lib_libcore_la_SOURCES += \
	lib/games/particles/particles.c
