CHECK_MODULES += tests/fuzz/check_hostile_options tests/fuzz/check_hostile_states tests/fuzz/check_hostile_world2 tests/fuzz/check_hostile_world3
tests_fuzz_check_hostile_states_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/fuzz/hostile_values.h
