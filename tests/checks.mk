# Tests that are scripts, and the targets that run more than make check does.
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = CC='$(CC)'; export CC; \
	LSAN_OPTIONS="suppressions='$(abs_top_srcdir)/tests/leaks.supp':print_suppressions=0"; export LSAN_OPTIONS;
EXTRA_DIST += lib/fixstep.sym tests/hygiene.sh tests/long_functions.awk tests/strip_comments.awk \
	tests/totals.sh tests/cross.sh tests/install.sh tests/leaks.supp

# The exported symbols are what the installed headers declare with FS_API. A change of
# the interface changes this file, so that a review sees it.
update-symbols:
	cd $(srcdir) && srcdir=. sh tests/hygiene.sh --names >lib/fixstep.sym.new && mv lib/fixstep.sym.new lib/fixstep.sym

# The Check programs, for runs that cannot run the scripts.
list-modules:
	@echo $(CHECK_MODULES)

# What make dist packs; tests/hygiene.sh compares it with what git knows.
list-dist:
	@for f in $(DISTFILES); do echo "$$f"; done

# Figures as one JSON object; all take minutes, PARTS='two links' names some.
EXTRA_PROGRAMS += tests/bench/bench
tests_bench_bench_SOURCES = tests/bench/bench.c tests/bench/bench.h tests/bench/broad.c tests/bench/links.c tests/bench/particles.c tests/bench/state.c tests/bench/verify.c \
	tests/bench/server.c tests/bench/two.c tests/bench/peers.h tests/script.h \
	tests/force_kernels.c tests/force_kernels.h
tests_bench_bench_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/tests -I$(top_srcdir)/client
tests_bench_bench_LDFLAGS = $(AM_LDFLAGS) $(FORCE_KERNELS)
tests_bench_bench_LDADD = client/libapp.la lib/libcore.la $(JANSSON_LIBS)
EXTRA_LTLIBRARIES = tests/bench/libchipmunk.la tests/bench/libbox2d.la
tests_bench_libchipmunk_la_SOURCES = tests/bench/peer_chipmunk.c
tests_bench_libbox2d_la_SOURCES = tests/bench/peer_box2d.cpp
tests_bench_libbox2d_la_CPPFLAGS = $(BOX2D_CFLAGS)
if WITH_CHIPMUNK
tests_bench_bench_CPPFLAGS += -DHAVE_CHIPMUNK
tests_bench_bench_LDADD += tests/bench/libchipmunk.la -lchipmunk -lm
endif
if WITH_BOX2D
tests_bench_bench_CPPFLAGS += -DHAVE_BOX2D
tests_bench_bench_LDADD += tests/bench/libbox2d.la $(BOX2D_LIBS) -lstdc++
endif
CLEANFILES += tests/bench/bench$(EXEEXT)

bench: all-am tests/bench/bench$(EXEEXT)
	@tests/bench/bench$(EXEEXT) . $(PARTS)

# Many seeds, more variants; takes long.
check-long:
	FIXSTEP_LONG=1 FIXSTEP_BUILD_DIR=$(abs_builddir)/long $(srcdir)/bootstrap check

# Under qemu on a big-endian and on a 32-bit machine; fetches compilers and libraries.
check-cross:
	$(srcdir)/tests/cross.sh

.PHONY: bench check-long update-symbols list-modules list-dist check-cross
