# Games as shared objects: the example, and what must be refused. -rpath makes
# libtool build a shared object of a module that is not installed.
#
# The library is named by its file: libtool looks for its own description of it, and
# does not find that below a folder with a blank in its name.
LINK_FIXSTEP = -Wl,--no-as-needed,lib/.libs/libfixstep.so '-Wl,-rpath,$(abs_top_builddir)/lib/.libs'
tests_check_games_CPPFLAGS = $(AM_CPPFLAGS) -DFS_BUILD_DIR='"$(abs_top_builddir)"'
if WITH_SHARED
tests_check_games_CPPFLAGS += -DFS_SHARED
GAME_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
check_LTLIBRARIES += tests/game_mygame.la tests/game_abi.la tests/game_empty.la tests/game_greedy.la
tests_game_mygame_la_SOURCES = examples/mygame/mygame.c
tests_game_mygame_la_LDFLAGS = $(GAME_LDFLAGS) $(LINK_FIXSTEP)
tests_game_mygame_la_DEPENDENCIES = lib/libfixstep.la
tests_game_abi_la_SOURCES = tests/game_abi.c
tests_game_abi_la_LDFLAGS = $(GAME_LDFLAGS)
tests_game_empty_la_SOURCES = tests/game_empty.c
tests_game_empty_la_LDFLAGS = $(GAME_LDFLAGS)
tests_game_greedy_la_SOURCES = tests/game_greedy.c
tests_game_greedy_la_LDFLAGS = $(GAME_LDFLAGS)
endif
