lib_libcore_la_SOURCES += \
	lib/src/particles/emitter/burst.c lib/src/particles/emitter/emitter.c \
	lib/src/particles/emitter/emitter_internal.h lib/src/particles/emitter/firework.c \
	lib/src/particles/emitter/spark.c
