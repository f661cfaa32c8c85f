# The built-in games and the kit that they share: a library of its own beside the
# engine. Its objects are in one convenience archive, as those of the engine are:
# libfixstep-games exports the FS_API symbols of it, the tests link it whole.
noinst_LTLIBRARIES += lib/libgames.la
lib_LTLIBRARIES += lib/libfixstep-games.la

pkginclude_HEADERS += lib/games/include/fixstep/games.h
kitincludedir = $(pkgincludedir)/kit
kitinclude_HEADERS =
lib_libgames_la_LIBTOOLFLAGS = --tag=disable-static
lib_libgames_la_SOURCES = lib/games/builtin.c lib/games/builtin.h

include lib/games/kit/local.mk
include lib/games/airhockey/local.mk
include lib/games/ballistic/local.mk
include lib/games/bigballistic/local.mk
include lib/games/blackhole/local.mk
include lib/games/blob/local.mk
include lib/games/bowling/local.mk
include lib/games/bridge/local.mk
include lib/games/chain/local.mk
include lib/games/collisions/local.mk
include lib/games/dogfight/local.mk
include lib/games/explosion/local.mk
include lib/games/fireworks/local.mk
include lib/games/fireworks2d/local.mk
include lib/games/flightsim/local.mk
include lib/games/fracture/local.mk
include lib/games/gamma/local.mk
include lib/games/glider/local.mk
include lib/games/heaps/local.mk
include lib/games/heaps3d/local.mk
include lib/games/missile/local.mk
include lib/games/particles/local.mk
include lib/games/platform/local.mk
include lib/games/platform2d/local.mk
include lib/games/polygonball/local.mk
include lib/games/pool/local.mk
include lib/games/ragdoll/local.mk
include lib/games/sailboat/local.mk
include lib/games/sandbox/local.mk
include lib/games/tank/local.mk
include lib/games/thrust/local.mk
include lib/games/trebuchet/local.mk

lib_libfixstep_games_la_SOURCES =
lib_libfixstep_games_la_LIBADD = lib/libgames.la
lib_libfixstep_games_la_LDFLAGS = -version-info 0:0:0 -no-undefined
if WITH_RPATH
lib_libfixstep_games_la_LDFLAGS += -Wl,-rpath,'$$ORIGIN'
endif
lib_libfixstep_games_la_DEPENDENCIES = lib/libgames.la lib/libfixstep.la
# Named to the linker alone: libtool would link again at installation and refuse any
# other prefix than the configured one. Who links libfixstep-games.la names libfixstep.la too.
if WITH_SHARED
lib_libfixstep_games_la_LDFLAGS += -Wl,lib/.libs/libfixstep.so
endif

EXTRA_DIST += lib/games/fixstep-games.sym lib/doc/games
