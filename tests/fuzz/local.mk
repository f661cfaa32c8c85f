CHECK_MODULES += tests/fuzz/check_hostile_mixed3
CHECK_MODULES += tests/fuzz/check_hostile_options tests/fuzz/check_hostile_states tests/fuzz/check_hostile_world2 tests/fuzz/check_hostile_world3 tests/fuzz/check_hostile_joints3
tests_fuzz_check_hostile_states_LDADD = $(APP_TEST_LDADD)
tests_fuzz_check_hostile_joints3_LDADD = $(APP_TEST_LDADD)
tests_fuzz_check_hostile_mixed3_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/fuzz/hostile_values.h tests/fuzz/joint3_chaos.h
# The readers of strangers' bytes: replayed by make check, and run for longer by make fuzz.
FUZZ_SOURCES = tests/fuzz/fuzz_target.c tests/fuzz/fuzz_target.h tests/fuzz/fuzz_net.c tests/fuzz/fuzz_lockstep.c \
	tests/fuzz/fuzz_data.c tests/fuzz/fuzz_mutate.h tests/network/netgame.c tests/network/netgame.h
CHECK_MODULES += tests/fuzz/check_fuzz_targets
tests_fuzz_check_fuzz_targets_SOURCES = tests/fuzz/check_fuzz_targets.c $(FUZZ_SOURCES)
tests_fuzz_check_fuzz_targets_LDADD = $(APP_TEST_LDADD)
EXTRA_PROGRAMS += tests/fuzz/fuzz
tests_fuzz_fuzz_SOURCES = tests/fuzz/fuzz.c $(FUZZ_SOURCES)
tests_fuzz_fuzz_LDADD = lib/app/libapp.la lib/libgames.la lib/libcore.la $(JANSSON_LIBS)
CLEANFILES += tests/fuzz/fuzz$(EXEEXT)
