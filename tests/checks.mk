# Tests that are scripts, and the targets that run more than make check does.
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = CC='$(CC)'; export CC; CFLAGS='$(CFLAGS)'; export CFLAGS; \
	LSAN_OPTIONS="suppressions='$(abs_top_srcdir)/tests/hygiene/leaks.supp':print_suppressions=0"; export LSAN_OPTIONS;
TESTS += tests/manual/manual.sh
EXTRA_DIST += tests/hygiene/imports.awk tests/hygiene/imports.txt tests/manual/extract.awk tests/manual/manual.sh
EXTRA_DIST += lib/fixstep.sym tests/hygiene/hygiene.sh tests/hygiene/long_functions.awk tests/hygiene/strip_comments.awk \
	tests/hygiene/totals.sh tests/cross/cross.sh tests/programs/install.sh tests/hygiene/leaks.supp

# The exported symbols of a library are what its installed headers declare with FS_API.
# A change of the interface changes one of these files, so that a review sees it.
update-symbols:
	cd $(srcdir) && export srcdir=. && \
		sh tests/hygiene/hygiene.sh --names fixstep >lib/fixstep.sym.new && mv lib/fixstep.sym.new lib/fixstep.sym && \
		sh tests/hygiene/hygiene.sh --names fixstep-games >lib/games/fixstep-games.sym.new && \
		mv lib/games/fixstep-games.sym.new lib/games/fixstep-games.sym

# The Check programs, for runs that cannot run the scripts.
list-modules:
	@echo $(CHECK_MODULES)

# What make dist packs; tests/hygiene/hygiene.sh compares it with what git knows.
list-dist:
	@for f in $(DISTFILES); do echo "$$f"; done

# Many seeds, more variants; takes long.
check-long:
	FIXSTEP_LONG=1 FIXSTEP_BUILD_DIR=$(abs_builddir)/long $(srcdir)/bootstrap check

# Under qemu on a big-endian and on a 32-bit machine; fetches compilers and libraries.
check-cross:
	$(srcdir)/tests/cross/cross.sh

.PHONY: bench check-long update-symbols list-modules list-dist check-cross
