CHECK_MODULES += tests/sim/check_sim tests/sim/check_sync_test
tests_sim_check_sync_test_LDADD = $(APP_TEST_LDADD)
