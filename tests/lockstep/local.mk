CHECK_MODULES += tests/lockstep/check_clock
CHECK_MODULES += tests/lockstep/check_lockstep
CHECK_MODULES += tests/lockstep/check_message
CHECK_MODULES += tests/lockstep/check_storm
CHECK_MODULES += tests/lockstep/check_stream
tests_lockstep_check_lockstep_SOURCES = tests/lockstep/check_lockstep.c tests/network/netsim.c tests/network/netsim.h
tests_lockstep_check_storm_SOURCES = tests/lockstep/check_storm.c tests/network/netsim.c tests/network/netsim.h
