lib_libcore_la_SOURCES +=
pkginclude_HEADERS +=
