# One program per module: tests/check_<module>.c gives fs_test_suite(), the
# common main is in check_main.c. Adding a name to CHECK_MODULES is all a new
# module needs (automake finds tests/check_<module>.c by itself).
if WITH_TESTS
CHECK_MODULES = tests/check_result
include tests/modules.mk

check_PROGRAMS += $(CHECK_MODULES)
TESTS += $(CHECK_MODULES)
check_LTLIBRARIES += tests/libtestmain.la
tests_libtestmain_la_SOURCES = tests/check_main.c tests/check_main.h
tests_libtestmain_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
LDADD = tests/libtestmain.la lib/libcore.la $(CHECK_LIBS)
AM_CPPFLAGS += $(CHECK_CFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/tests -DFS_TEST_DIR='"$(abs_top_srcdir)/tests"'
tests_check_lock_SOURCES = tests/check_lock.c tests/netsim.c tests/netsim.h
tests_check_storm_SOURCES = tests/check_storm.c tests/netsim.c tests/netsim.h
endif
