# Games as shared objects: the example, and what must be refused. -rpath makes
# libtool build a shared object of a module that is not installed.
tests_check_games_CPPFLAGS = $(AM_CPPFLAGS) -DFS_BUILD_DIR='"$(abs_top_builddir)"'
if WITH_SHARED
tests_check_games_CPPFLAGS += -DFS_SHARED
GAME_LDFLAGS = -module -avoid-version -shared -rpath $(abs_top_builddir)/tests
check_LTLIBRARIES += tests/game_mygame.la tests/game_abi.la tests/game_empty.la tests/game_greedy.la
tests_game_mygame_la_SOURCES = examples/mygame/mygame.c
tests_game_mygame_la_LDFLAGS = $(GAME_LDFLAGS)
tests_game_mygame_la_LIBADD = lib/libfixstep.la
tests_game_abi_la_SOURCES = tests/game_abi.c
tests_game_abi_la_LDFLAGS = $(GAME_LDFLAGS)
tests_game_empty_la_SOURCES = tests/game_empty.c
tests_game_empty_la_LDFLAGS = $(GAME_LDFLAGS)
tests_game_greedy_la_SOURCES = tests/game_greedy.c
tests_game_greedy_la_LDFLAGS = $(GAME_LDFLAGS)
endif
