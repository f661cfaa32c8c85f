lib_libcore_la_SOURCES += lib/src/sim/config.c lib/src/sim/config_codec.c lib/src/sim/promises.c \
	lib/src/sim/registry.c lib/src/sim/say.c lib/src/sim/say.h lib/src/sim/sim.c lib/src/sim/sim.h
pkginclude_HEADERS += lib/include/fixstep/sim.h
