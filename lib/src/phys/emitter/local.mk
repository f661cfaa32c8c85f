lib_libcore_la_SOURCES += lib/src/phys/emitter/emitter.c lib/src/phys/emitter/firework.c \
	lib/src/phys/emitter/spark.c lib/src/phys/emitter/burst.c lib/src/phys/emitter/emitter_internal.h
pkginclude_HEADERS += lib/include/fixstep/emitter.h
