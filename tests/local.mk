# See tests/force_kernels.h.
FORCE_KERNELS = -Wl,--wrap=fs_world2_bind,--wrap=fs__particle_kernel_best
# One program per module: tests/check_<module>.c gives fs_test_suite(), the
# common main is in check_main.c. Adding a name to CHECK_MODULES is all a new
# module needs (automake finds tests/check_<module>.c by itself).
#
# The scripts come first: they wait for clocks and sockets, or run long on one processor, while modules use the others.
TESTS += tests/hygiene.sh
if WITH_TESTS
TESTS += tests/programs.sh
CHECK_MODULES = tests/check_result
include tests/modules.mk

check_PROGRAMS += $(CHECK_MODULES)
TESTS += $(CHECK_MODULES)
check_LTLIBRARIES += tests/libtestmain.la
tests_libtestmain_la_SOURCES = tests/check_main.c tests/check_main.h tests/check_run.c
tests_libtestmain_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
LDADD = tests/libtestmain.la lib/libcore.la $(CHECK_LIBS)
AM_CPPFLAGS += $(CHECK_CFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/tests -I$(top_srcdir)/client \
	-DFS_TEST_DIR='"$(abs_top_srcdir)/tests"'
tests_check_draw_SOURCES = tests/check_draw.c tests/draw_help.h
tests_check_project_SOURCES = tests/check_project.c tests/draw_help.h
tests_check_cells_SOURCES = tests/check_cells.c tests/draw_help.h
tests_check_picture_SOURCES = tests/check_picture.c tests/draw_help.h
tests_check_picture_CPPFLAGS = $(AM_CPPFLAGS) $(CAIRO_CFLAGS)
tests_check_hold_SOURCES = tests/check_hold.c client/hold.c client/hold.h
tests_check_palette_SOURCES = tests/check_palette.c client/palette.c client/palette.h
tests_check_lock_SOURCES = tests/check_lock.c tests/netsim.c tests/netsim.h
tests_check_storm_SOURCES = tests/check_storm.c tests/netsim.c tests/netsim.h
# The programs themselves, and the modules of their common parts, which link those too.
EXTRA_DIST += tests/programs.sh
APP_TEST_LDADD = client/libapp.la $(LDADD) $(JANSSON_LIBS)
tests_check_app_options_LDADD = $(APP_TEST_LDADD)
tests_check_app_script_LDADD = $(APP_TEST_LDADD)
tests_check_app_histogram_LDADD = $(APP_TEST_LDADD)
tests_check_app_text_LDADD = $(APP_TEST_LDADD)
tests_check_app_workers_LDADD = $(APP_TEST_LDADD)
tests_check_world2_LDADD = $(APP_TEST_LDADD)
tests_check_impact_matrix2_LDADD = $(APP_TEST_LDADD)
tests_check_packs2_LDADD = $(APP_TEST_LDADD)
tests_check_golden_matrix_SOURCES = tests/check_golden_matrix.c tests/force_kernels.c tests/force_kernels.h
tests_check_golden_matrix_LDFLAGS = $(AM_LDFLAGS) $(FORCE_KERNELS)
tests_check_golden_matrix_LDADD = $(APP_TEST_LDADD)
tests_check_games_forces_LDADD = $(APP_TEST_LDADD)
tests_check_dogfight_LDADD = $(APP_TEST_LDADD)
tests_check_polygonball_LDADD = $(APP_TEST_LDADD)
tests_check_bridge_LDADD = $(APP_TEST_LDADD)
tests_check_games_plane_LDADD = $(APP_TEST_LDADD)
tests_check_fireworks_LDADD = $(APP_TEST_LDADD)
tests_check_fireworks2d_LDADD = $(APP_TEST_LDADD)
tests_check_platform_LDADD = $(APP_TEST_LDADD)
tests_check_platform2d_LDADD = $(APP_TEST_LDADD)
tests_check_tank_LDADD = $(APP_TEST_LDADD)
tests_check_blob_LDADD = $(APP_TEST_LDADD)
tests_check_chain_game_LDADD = $(APP_TEST_LDADD)
tests_check_evidence_SOURCES = tests/check_evidence.c server/evidence.c server/evidence.h
tests_check_evidence_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/server
tests_check_evidence_LDADD = $(APP_TEST_LDADD)
endif
include tests/checks.mk
