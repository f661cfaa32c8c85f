lib_libcore_la_SOURCES += lib/src/phys/aggregate/build.c lib/src/phys/aggregate/rope.c \
	lib/src/phys/aggregate/bridge.c lib/src/phys/aggregate/cloth.c lib/src/phys/aggregate/crate.c \
	lib/src/phys/aggregate/round.c lib/src/phys/aggregate/build.h
pkginclude_HEADERS += lib/include/fixstep/aggregate.h
