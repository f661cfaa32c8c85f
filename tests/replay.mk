# What the tests of recordings share: a toy game and matches of it.
check_LTLIBRARIES += tests/libtoy.la
tests_libtoy_la_SOURCES = tests/toygame.c tests/toygame.h tests/replay_fixture.c tests/replay_fixture.h
tests_check_recorder_LDADD = tests/libtoy.la $(LDADD) $(JANSSON_LIBS)
tests_check_replay_LDADD = tests/libtoy.la $(LDADD)
tests_check_replay_forged_LDADD = tests/libtoy.la $(LDADD) $(SODIUM_LIBS) $(ZSTD_LIBS)
tests_check_replay_fuzz_LDADD = tests/libtoy.la $(LDADD)

# The program's tests: recordings of the toy game, which is loaded as a module.
check_PROGRAMS += tests/toyrecord tests/jsonpath
tests_toyrecord_LDADD = tests/libtoy.la $(LDADD)
tests_jsonpath_LDADD = $(JANSSON_LIBS)
check_LTLIBRARIES += tests/toymodule.la
tests_toymodule_la_SOURCES = tests/toygame.c tests/toygame.h
tests_toymodule_la_CPPFLAGS = $(AM_CPPFLAGS) -Dtoy_game=fixstep_game
tests_toymodule_la_LDFLAGS = -module -avoid-version -rpath /nowhere $(LINK_FIXSTEP)
tests_toymodule_la_DEPENDENCIES = lib/libfixstep.la
TESTS += tests/replay_program.sh
EXTRA_DIST += tests/demo.sh tests/replay_program.sh
