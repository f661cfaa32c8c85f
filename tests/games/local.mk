CHECK_MODULES += tests/games/check_airhockey
CHECK_MODULES += tests/games/check_airhockey_glide
CHECK_MODULES += tests/games/check_airhockey_sync
CHECK_MODULES += tests/games/space/check_bigballistic
CHECK_MODULES += tests/games/check_blob
CHECK_MODULES += tests/games/space/check_bowling
CHECK_MODULES += tests/games/check_bridge
CHECK_MODULES += tests/games/check_chain_game
CHECK_MODULES += tests/games/check_dogfight
CHECK_MODULES += tests/games/space/check_explosion_game
CHECK_MODULES += tests/games/check_fireworks
CHECK_MODULES += tests/games/check_fireworks2d
CHECK_MODULES += tests/games/flightsim/check_flightsim
CHECK_MODULES += tests/games/space/check_broad_phase_choice
CHECK_MODULES += tests/games/space/check_fracture
CHECK_MODULES += tests/games/check_games
CHECK_MODULES += tests/games/check_games_collisions
CHECK_MODULES += tests/games/check_games_forces
CHECK_MODULES += tests/games/check_games_forces_rules
CHECK_MODULES += tests/games/check_games_plane
CHECK_MODULES += tests/games/check_games_pool
CHECK_MODULES += tests/games/check_games_sandbox
CHECK_MODULES += tests/games/sandbox/check_sandbox_drag
CHECK_MODULES += tests/games/gamma/check_gamma
CHECK_MODULES += tests/games/check_golden
CHECK_MODULES += tests/games/check_golden_matrix
CHECK_MODULES += tests/games/space/check_glider
CHECK_MODULES += tests/games/check_heaps
CHECK_MODULES += tests/games/kit/check_aircraft3
CHECK_MODULES += tests/games/kit/check_names
CHECK_MODULES += tests/games/kit/check_rounds
CHECK_MODULES += tests/games/check_particles_game
CHECK_MODULES += tests/games/check_platform
CHECK_MODULES += tests/games/check_platform2d
CHECK_MODULES += tests/games/check_polygonball
CHECK_MODULES += tests/games/space/check_ragdoll
CHECK_MODULES += tests/games/space/check_sailboat
CHECK_MODULES += tests/games/check_tank
CHECK_MODULES += tests/games/space/check_thrust
CHECK_MODULES += tests/games/space/check_trebuchet
tests_games_space_check_bigballistic_LDADD = $(APP_TEST_LDADD)
tests_games_check_blob_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_bowling_LDADD = $(APP_TEST_LDADD)
tests_games_check_bridge_LDADD = $(APP_TEST_LDADD)
tests_games_check_chain_game_LDADD = $(APP_TEST_LDADD)
tests_games_check_dogfight_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_explosion_game_LDADD = $(APP_TEST_LDADD)
tests_games_check_fireworks_LDADD = $(APP_TEST_LDADD)
tests_games_check_fireworks2d_LDADD = $(APP_TEST_LDADD)
tests_games_flightsim_check_flightsim_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_broad_phase_choice_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_fracture_LDADD = $(APP_TEST_LDADD)
tests_games_check_games_forces_LDADD = $(APP_TEST_LDADD)
tests_games_check_games_plane_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_glider_LDADD = $(APP_TEST_LDADD)
tests_games_check_platform_LDADD = $(APP_TEST_LDADD)
tests_games_check_platform2d_LDADD = $(APP_TEST_LDADD)
tests_games_check_polygonball_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_ragdoll_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_sailboat_LDADD = $(APP_TEST_LDADD)
tests_games_check_tank_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_thrust_LDADD = $(APP_TEST_LDADD)
tests_games_space_check_trebuchet_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += \
	tests/games/golden.h tests/games/golden.inl tests/games/play.h tests/games/play_checks.h tests/games/rink.h tests/games/sandbox/stage.h \
	tests/games/springs2.h tests/games/touches.h
EXTRA_DIST += tests/games/scripts
tests_games_check_golden_matrix_SOURCES = tests/games/check_golden_matrix.c tests/support/kernel_override.c
tests_games_check_golden_matrix_LDFLAGS = $(AM_LDFLAGS) $(KERNEL_OVERRIDE)
tests_games_check_golden_matrix_LDADD = $(APP_TEST_LDADD)
# Games as shared objects: the example, and what must be refused. -rpath makes
# libtool build a shared object of a module that is not installed.
#
# The library is named by its file: libtool looks for its own description of it, and
# does not find that below a folder with a blank in its name.
LINK_FIXSTEP = -Wl,--no-as-needed,lib/.libs/libfixstep.so '-Wl,-rpath,$(abs_top_builddir)/lib/.libs'
tests_games_check_games_CPPFLAGS = $(AM_CPPFLAGS) -DFS_BUILD_DIR='"$(abs_top_builddir)"'
if WITH_SHARED
tests_games_check_games_CPPFLAGS += -DFS_SHARED
GAME_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
check_LTLIBRARIES += tests/sim/game_mygame.la tests/sim/game_abi.la tests/sim/game_empty.la tests/sim/game_greedy.la
tests_sim_game_mygame_la_SOURCES = examples/mygame/mygame.c
tests_sim_game_mygame_la_LDFLAGS = $(GAME_LDFLAGS) $(LINK_FIXSTEP)
tests_sim_game_mygame_la_DEPENDENCIES = lib/libfixstep.la
tests_sim_game_abi_la_SOURCES = tests/sim/game_abi.c
tests_sim_game_abi_la_LDFLAGS = $(GAME_LDFLAGS)
tests_sim_game_empty_la_SOURCES = tests/sim/game_empty.c
tests_sim_game_empty_la_LDFLAGS = $(GAME_LDFLAGS)
tests_sim_game_greedy_la_SOURCES = tests/sim/game_greedy.c
tests_sim_game_greedy_la_LDFLAGS = $(GAME_LDFLAGS)
endif
