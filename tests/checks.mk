# Tests that are scripts, and the targets that run more than make check does.
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = CC='$(CC)'; export CC; CFLAGS='$(CFLAGS)'; export CFLAGS; \
	LSAN_OPTIONS="suppressions='$(abs_top_srcdir)/tests/hygiene/leaks.supp':print_suppressions=0"; export LSAN_OPTIONS; \
	script_limit=20m; test "$${FIXSTEP_LONG:-}" != 1 || script_limit=3h;
# What waits for ever fails, and what a script printed shows where.
SH_LOG_COMPILER = timeout --foreground -k 30 $$script_limit
LOG_COMPILER = $(SH_LOG_COMPILER)
TESTS += tests/manual/manual.sh
EXTRA_DIST += tests/hygiene/imports.awk tests/hygiene/imports.txt tests/manual/extract.awk tests/manual/manual.sh
EXTRA_DIST += lib/fixstep.sym tests/hygiene/hygiene.sh tests/hygiene/long_functions.awk tests/hygiene/strip_comments.awk tests/hygiene/self_initialiser.awk \
	tests/hygiene/comments.awk tests/hygiene/totals.sh tests/cross/cross.sh tests/programs/install.sh tests/programs/deb.sh tests/hygiene/leaks.supp

# The exported symbols of a library are what its installed headers declare with FS_API.
# A change of the interface changes one of these files, so that a review sees it.
update-symbols:
	cd $(srcdir) && export srcdir=. && \
		sh tests/hygiene/hygiene.sh --names fixstep >lib/fixstep.sym.new && mv lib/fixstep.sym.new lib/fixstep.sym && \
		sh tests/hygiene/hygiene.sh --names fixstep-games >lib/games/fixstep-games.sym.new && \
		mv lib/games/fixstep-games.sym.new lib/games/fixstep-games.sym

list-tests:
	@echo $(TESTS)
# The Check programs, for runs that cannot run the scripts.
list-modules:
	@echo $(CHECK_MODULES)

# Tests outside of SCENES that play minutes: they measure the same bits in every build.
MINUTES_OF_PLAY = tests/physics3d/ground/check_thin_on_ground3 tests/lockstep/check_desync_matrix tests/particles/check_particle_accuracy
# From names in a line to those of the others, in a line.
WITHOUT_MINUTES = tr ' ' '\n' | grep -vxF "`echo $(MINUTES_OF_PLAY) | tr ' ' '\n'`" | xargs echo
# Scripts whose programs wait for each other or for the clock, of servers and windows that other scripts start too.
SCRIPTS_THAT_WAIT = tests/programs/relays.sh tests/programs/held.sh tests/programs/identity.sh tests/programs/path_mtu.sh \
	tests/programs/fleet.sh tests/programs/json.sh tests/programs/supervise.sh tests/programs/soak_supervised.sh \
	tests/programs/referee.sh tests/programs/spectators.sh tests/window/window.sh
# Those that show what unoptimised code computes: arithmetic and state. The golden hashes, of all kernels too, stand for physics and
# games, and what readers of bytes, the network and the programs can do wrong at -O0, the sanitizers find.
list-arithmetic:
	@echo $(CHECK_MODULES) | tr ' ' '\n' | grep -E '^tests/((num|base|state|sim|motion|physics)/|games/check_golden|physics3d/check_contact_kernels)' | xargs echo

# Scripts that read sources and ask compilers: no build changes what they find.
SCRIPTS_WITHOUT_BUILD = tests/hygiene/hygiene.sh tests/num/constants.sh
# All but those, for the sanitizers: tests of random worlds, joints and states look for what they find, and step what those of one scene
# step. Random options and states, and the golden matches, play every game there; FIXSTEP_LONG=1 ./bootstrap check runs everything.
SCENES = ^tests/(games|physics2d/(check_|joint|reference|step)|physics3d/(check_|energy|joint|precision|reference|resolver|step))
list-sanitized:
	@echo $(TESTS) | tr ' ' '\n' | grep -vE '$(SCENES)' | grep -vxF "`echo $(SCRIPTS_THAT_WAIT) $(SCRIPTS_WITHOUT_BUILD) | tr ' ' '\n'`" | xargs echo tests/games/check_golden | $(WITHOUT_MINUTES)

# The Check programs but scenes, to whose bits the golden hashes hold every compiler and every kernel, and the random ones; and the
# scripts that meet a client without a window.
list-windowless:
	@echo $(CHECK_MODULES) | tr ' ' '\n' | grep -vE '^tests/fuzz/|$(SCENES)' | xargs echo tests/games/check_golden tests/games/check_golden_matrix \
		tests/physics3d/check_contact_kernels3 tests/programs/programs.sh tests/programs/client_program.sh tests/programs/terminal.sh | $(WITHOUT_MINUTES)

# What the scripts run, for a build that makes a part of the check programs.
list-helpers:
	@echo $(CHECK_HELPERS)

# What make dist packs; tests/hygiene/hygiene.sh compares it with what git knows.
list-dist:
	@for f in $(DISTFILES); do echo "$$f"; done

# The runs that only FIXSTEP_LONG or FS_SEEDS in the environment start, in this build: below an hour on 2 cores.
# (FIXSTEP_LONG=1 ./bootstrap check does them in every variant and takes many hours.) hygiene.sh compares the list
# with the sources.
LONG_TESTS = tests/fuzz/check_fuzz_targets tests/fuzz/check_hostile_options tests/fuzz/check_hostile_states \
	tests/fuzz/check_hostile_joints3 tests/fuzz/check_hostile_mixed3 tests/fuzz/check_hostile_world2 \
	tests/fuzz/check_hostile_world3 \
	tests/games/check_airhockey_sync tests/games/check_blob tests/games/check_bridge \
	tests/games/check_chain_game tests/games/check_dogfight tests/games/check_fireworks tests/games/check_fireworks2d \
	tests/games/check_games_forces tests/games/check_games_plane tests/games/check_golden_matrix \
	tests/games/check_platform tests/games/check_platform2d tests/games/check_polygonball tests/games/check_tank \
	tests/lockstep/check_crowd tests/lockstep/check_desync_matrix tests/lockstep/check_faults tests/lockstep/check_referee tests/lockstep/check_storm tests/net/check_flood tests/net/check_relay_crowd tests/net/check_system tests/particles/check_particle_accuracy \
	tests/programs/readme.sh tests/programs/relays.sh tests/programs/soak.sh tests/programs/soak_supervised.sh tests/physics2d/check_energy2 \
	tests/physics2d/check_pile2 tests/physics2d/check_world2 tests/physics2d/joint/check_loops2 tests/physics2d/step/check_island_parts2 \
	tests/games/flightsim/check_flightsim tests/games/space/check_bigballistic tests/games/space/check_bowling tests/games/space/check_explosion_game \
	tests/games/space/check_fracture tests/games/space/check_glider \
	tests/games/space/check_ragdoll tests/games/space/check_sailboat tests/games/space/check_thrust tests/games/space/check_trebuchet \
	tests/physics3d/energy/check_energy3 tests/physics3d/energy/check_quiet3 tests/physics3d/joint/check_loops3 tests/physics3d/joint/check_pendulum3 tests/physics3d/joint/check_tumbling3 tests/physics3d/precision/check_restitution3 \
	tests/physics3d/check_manifold3 tests/physics3d/check_manifold3_random tests/physics3d/precision/check_precision3 \
	tests/physics3d/step/check_island_parts3
check-long:
	FIXSTEP_LONG=1 FS_SEEDS=$${FS_SEEDS:-1000} CK_TIMEOUT_MULTIPLIER=20 $(MAKE) -k check TESTS='$(LONG_TESTS)'
# Three supervised matches for two hours with 24 players, six games, five crashes, two reloads and a drain.
check-soak:
	FIXSTEP_LONG=1 FS_SOAK_SECONDS=$${FS_SOAK_SECONDS:-7200} $(MAKE) check TESTS=tests/programs/soak_supervised.sh
list-long:
	@echo $(LONG_TESTS)

# Fuzzes one reader of strangers' bytes with the sanitizers, in a build of its own: make fuzz TARGET=match SECONDS=600
# [SEED=2]. Without TARGET it lists them.
FUZZ_CFLAGS = -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
fuzz:
	@mkdir -p fuzz-build && cd fuzz-build && \
		{ test -f Makefile || $(abs_top_srcdir)/configure -q CC='$(CC)' CFLAGS='$(FUZZ_CFLAGS)'; } && \
		$(MAKE) -s tests/fuzz/fuzz$(EXEEXT) && \
		if test -n "$(TARGET)"; then tests/fuzz/fuzz$(EXEEXT) "$(TARGET)" "$(or $(SECONDS),60)" $(SEED); \
		else tests/fuzz/fuzz$(EXEEXT) --help; fi

# Under qemu on a big-endian and on a 32-bit machine; fetches compilers and libraries.
check-cross:
	$(srcdir)/tests/cross/cross.sh

# The Debian packages, built, installed in a chroot, used and purged; wants root and the archive of Debian.
check-deb:
	$(srcdir)/bootstrap deb
	$(srcdir)/tests/programs/deb.sh $${FIXSTEP_BUILD_DIR:-$(srcdir)/build}/deb

# Pictures of every game in the folder SCREENSHOTS (default: screenshots in the build folder), drawn without a display.
screenshots: all
	sh $(srcdir)/tests/window/screenshots.sh . $(SCREENSHOTS)
# The pictures of GAMES.md that lib/doc/games/pictures.txt lists.
game-pictures: all
	sh $(srcdir)/tests/window/game_pictures.sh .
EXTRA_DIST += tests/window/screenshots.sh tests/window/game_pictures.sh lib/doc/games/pictures.txt

.PHONY: fuzz check-deb check-soak screenshots game-pictures bench bench-net check-long list-long update-symbols list-tests list-modules list-arithmetic list-sanitized list-windowless list-helpers list-dist check-cross
