lib_libcore_la_SOURCES += lib/src/lock/wire.c lib/src/lock/wire.h lib/src/lock/stream.c lib/src/lock/stream.h
pkginclude_HEADERS += lib/include/fixstep/lock.h
