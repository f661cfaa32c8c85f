# See tests/support/kernel_override.h.
KERNEL_OVERRIDE = -Wl,--wrap=fs_world2_bind,--wrap=fs__particle_kernel_best,--wrap=fs__state_kernel
# One program per module: tests/<module>/check_<file>.c gives fs_test_suite(), the
# common main is in tests/support/check_main.c. Adding a name to CHECK_MODULES in the
# folder's local.mk is all a new test needs (automake finds the .c by itself).
#
# The scripts come first, the longest before all: they wait for clocks and sockets, or run long on one processor, while
# modules use the others.
TESTS += tests/hygiene/hygiene.sh
if WITH_TESTS
CHECK_MODULES =
# Programs that the scripts run.
CHECK_HELPERS =
check_LTLIBRARIES += tests/support/libtestmain.la
tests_support_libtestmain_la_SOURCES = tests/support/brief.h tests/support/check_main.c tests/support/check_main.h tests/support/check_run.c
tests_support_libtestmain_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
LDADD = tests/support/libtestmain.la lib/libgames.la lib/libcore.la $(CHECK_LIBS)
AM_CPPFLAGS += $(CHECK_CFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/tests -I$(top_srcdir) \
	-DFS_TEST_DIR='"$(abs_top_srcdir)/tests"'
APP_TEST_LDADD = lib/app/libapp.la $(LDADD) $(JANSSON_LIBS)
EXTRA_DIST += tests/support/quick_libtool.sh tests/support/md5.h tests/support/program_helpers.sh tests/support/verdicts.sh tests/support/script.h tests/support/parallel_tasks.h tests/support/counted_tasks.h tests/support/contact_spring.h tests/support/rocking.h tests/support/figures.h tests/support/uniform.h tests/support/kernel_override.h
include tests/window/local.mk
include tests/fuzz/local.mk
include tests/games/local.mk
include tests/programs/local.mk
include tests/base/local.mk
include tests/num/local.mk
include tests/state/local.mk
include tests/sim/local.mk
include tests/view/local.mk
include tests/motion/local.mk
include tests/particles/local.mk
include tests/physics/local.mk
include tests/physics2d/local.mk
include tests/physics2d/joint/local.mk
include tests/physics2d/reference/local.mk
include tests/physics3d/local.mk
include tests/physics3d/energy/local.mk
include tests/physics3d/ground/local.mk
include tests/physics3d/joint/local.mk
include tests/physics3d/precision/local.mk
include tests/physics3d/reference/local.mk
include tests/physics3d/resolver/local.mk
include tests/physics3d/calls/local.mk
include tests/physics3d/step/local.mk
include tests/identity/local.mk
include tests/lockstep/local.mk
include tests/net/local.mk
include tests/conformance/local.mk
include tests/replay/local.mk
include tests/app/local.mk
include tests/client/local.mk
include tests/server/local.mk
check_PROGRAMS += $(CHECK_MODULES) $(CHECK_HELPERS)
TESTS += $(CHECK_MODULES)
endif
include tests/checks.mk
include tests/bench/local.mk
