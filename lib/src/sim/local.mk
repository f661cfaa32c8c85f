lib_libcore_la_SOURCES += \
	lib/src/sim/config.c lib/src/sim/config_codec.c lib/src/sim/error_text.c lib/src/sim/error_text.h \
	lib/src/sim/game_check.c lib/src/sim/game_list.c lib/src/sim/sim.c lib/src/sim/sim.h
