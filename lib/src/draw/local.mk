lib_libcore_la_SOURCES += \
	lib/src/draw/draw.c
