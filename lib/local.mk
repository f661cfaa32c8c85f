# The library. All objects are in one convenience archive: libfixstep exports the
# FS_API symbols of it, the tests link it whole and see the internals too.
noinst_LTLIBRARIES += lib/libcore.la
lib_LTLIBRARIES += lib/libfixstep.la

# Deferred, so that an installed header cannot be forgotten in one of two lists.
pkgincludedir = $(includedir)/fixstep
pkginclude_HEADERS = lib/include/fixstep/fixstep.h
lib_libcore_la_SOURCES = lib/src/version.c
# Its objects are position-independent in the static library too: nothing is compiled twice.
lib_libcore_la_LIBTOOLFLAGS = --tag=disable-static
# The columns of a 2D world are read-only for programs and games; see world2.h.
lib_libcore_la_CPPFLAGS = $(AM_CPPFLAGS) -DFS__WORLD2_INTERNAL -DFS__WORLD3_INTERNAL $(ENET_CFLAGS) $(SODIUM_CFLAGS) $(ZSTD_CFLAGS) $(XXHASH_CFLAGS) \
	$(JANSSON_CFLAGS) $(CAIRO_CFLAGS)
lib_libcore_la_LIBADD = $(ENET_LIBS) $(SODIUM_LIBS) $(ZSTD_LIBS) $(XXHASH_LIBS) $(JANSSON_LIBS) \
	$(FIXMATH_LIBS)

include lib/include/local.mk
include lib/src/base/local.mk
include lib/src/num/local.mk
include lib/src/state/local.mk
include lib/src/draw/local.mk
include lib/src/sim/local.mk
include lib/src/force/local.mk
include lib/src/motion/local.mk
include lib/src/particles/local.mk
include lib/src/physics/local.mk
include lib/src/physics2d/local.mk
include lib/src/physics3d/local.mk
include lib/src/identity/local.mk
include lib/src/lockstep/local.mk
include lib/src/lockstep/pace/local.mk
include lib/src/lockstep/predict/local.mk
include lib/src/net/local.mk
include lib/src/replay/local.mk
include lib/src/view/local.mk

lib_libfixstep_la_SOURCES =
lib_libfixstep_la_LIBADD = lib/libcore.la
# libfixmath is a static archive; its functions stay inside, so that a game may
# link its own copy.
lib_libfixstep_la_LDFLAGS = -version-info 0:0:0 -no-undefined \
	-Wl,--exclude-libs,liblibfixmath.a:libfixmath.a

include lib/games/local.mk
include lib/pkgconfig.mk
