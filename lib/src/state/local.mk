lib_libcore_la_SOURCES += lib/src/state/result.c lib/src/state/version.c
pkginclude_HEADERS += lib/include/fixstep/result.h lib/include/fixstep/state.h
