lib_libcore_la_SOURCES += lib/src/phys/motion.c lib/src/phys/motion.h
pkginclude_HEADERS +=
