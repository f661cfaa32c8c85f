# What the tests of recordings share: a toy game and matches of it.
check_LTLIBRARIES += tests/libtoy.la
tests_libtoy_la_SOURCES = tests/toygame.c tests/toygame.h tests/replay_fixture.c tests/replay_fixture.h
tests_check_recorder_LDADD = tests/libtoy.la $(LDADD) $(JANSSON_LIBS)
tests_check_replay_LDADD = tests/libtoy.la $(LDADD) $(SODIUM_LIBS) $(ZSTD_LIBS)
tests_check_replay_fuzz_LDADD = tests/libtoy.la $(LDADD)
