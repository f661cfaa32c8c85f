lib_libcore_la_SOURCES += \
	lib/src/lockstep/pace/clock.c lib/src/lockstep/pace/clock.h lib/src/lockstep/pace/input_delay.c \
	lib/src/lockstep/pace/input_delay.h lib/src/lockstep/pace/loss_meter.c lib/src/lockstep/pace/loss_meter.h lib/src/lockstep/pace/match_strict.c
