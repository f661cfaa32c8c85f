# The programs as their users run them, and recordings of the toy game, which is loaded as a module.
TESTS += tests/programs/programs.sh tests/programs/client_program.sh tests/programs/replay_program.sh tests/programs/json.sh \
	tests/programs/recordings.sh tests/programs/hosting.sh tests/programs/hosting_faults.sh tests/programs/operator.sh tests/programs/held.sh tests/programs/supervise.sh tests/programs/fleet.sh tests/programs/terminal.sh tests/programs/find.sh tests/programs/path_mtu.sh tests/programs/identity.sh tests/programs/spectators.sh tests/programs/relays.sh tests/programs/referee.sh tests/programs/readme.sh tests/programs/soak.sh tests/programs/soak_supervised.sh
CHECK_HELPERS += tests/programs/toyrecord tests/programs/jsonpath tests/programs/agonesstub tests/programs/keyterminal
tests_programs_agonesstub_LDADD =
tests_programs_keyterminal_LDADD =
tests_programs_toyrecord_LDADD = tests/replay/libtoy.la $(LDADD)
tests_programs_jsonpath_LDADD = $(JANSSON_LIBS)
check_LTLIBRARIES += tests/programs/toymodule.la
tests_programs_toymodule_la_SOURCES = tests/support/toygame.c tests/support/toygame.h
tests_programs_toymodule_la_CPPFLAGS = $(AM_CPPFLAGS) -Dtoy_game=fixstep_game
tests_programs_toymodule_la_LDFLAGS = -module -avoid-version -rpath /nowhere $(LINK_FIXSTEP)
tests_programs_toymodule_la_DEPENDENCIES = lib/libfixstep.la
check_LTLIBRARIES += tests/programs/slowresolver.la
tests_programs_slowresolver_la_SOURCES = tests/programs/slowresolver.c
tests_programs_slowresolver_la_LDFLAGS = -module -avoid-version -rpath /nowhere
tests_programs_slowresolver_la_LIBADD =
check_LTLIBRARIES += tests/programs/faultgame.la
tests_programs_faultgame_la_SOURCES = tests/programs/faultgame.c
tests_programs_faultgame_la_LDFLAGS = -module -avoid-version -rpath /nowhere $(LINK_FIXSTEP)
tests_programs_faultgame_la_DEPENDENCIES = lib/libfixstep.la
EXTRA_DIST += tests/programs/programs.sh tests/programs/client_program.sh tests/programs/replay_program.sh tests/programs/json.sh tests/programs/demo.sh \
	tests/programs/recordings.sh tests/programs/hosting.sh tests/programs/hosting_helpers.sh tests/programs/hosting_faults.sh tests/programs/operator.sh tests/programs/held.sh tests/programs/supervise.sh tests/programs/fleet.sh tests/programs/terminal.sh tests/programs/find.sh tests/programs/path_mtu.sh tests/programs/identity.sh tests/programs/spectators.sh tests/programs/relays.sh tests/programs/referee.sh \
	tests/programs/readme.sh tests/programs/soak.sh tests/programs/soak_supervised.sh
