lib_libcore_la_SOURCES +=
pkginclude_HEADERS += lib/include/fixstep/net.h
