CHECK_MODULES += tests/replay/check_desync_read
CHECK_MODULES += tests/replay/check_documents
CHECK_MODULES += tests/replay/check_recorder
CHECK_MODULES += tests/replay/check_replay
CHECK_MODULES += tests/replay/check_replay_forged
CHECK_MODULES += tests/replay/check_replay_fuzz
CHECK_MODULES += tests/replay/check_replay_tasks
CHECK_MODULES += tests/replay/check_reproduce
EXTRA_DIST += \
	tests/replay/replay_fixture.h
# What the tests of recordings share: a toy game and matches of it.
check_LTLIBRARIES += tests/replay/libtoy.la
tests_replay_libtoy_la_SOURCES = tests/support/toygame.c tests/support/toygame.h tests/replay/replay_fixture.c
tests_replay_check_recorder_LDADD = tests/replay/libtoy.la $(LDADD) $(JANSSON_LIBS)
tests_replay_check_replay_LDADD = tests/replay/libtoy.la $(LDADD)
tests_replay_check_replay_forged_LDADD = tests/replay/libtoy.la $(LDADD) $(SODIUM_LIBS) $(ZSTD_LIBS)
tests_replay_check_replay_fuzz_LDADD = tests/replay/libtoy.la $(LDADD)
tests_replay_check_replay_tasks_LDADD = tests/replay/libtoy.la $(APP_TEST_LDADD)
tests_replay_check_desync_read_LDADD = tests/replay/libtoy.la $(LDADD) $(JANSSON_LIBS)
tests_replay_check_reproduce_LDADD = tests/replay/libtoy.la $(APP_TEST_LDADD)
