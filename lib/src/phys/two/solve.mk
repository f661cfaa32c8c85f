lib_libcore_la_SOURCES += lib/src/phys/two/solve.c lib/src/phys/two/solve_avx2.c lib/src/phys/two/solve_bodies.c \
	lib/src/phys/two/solve_colour.c lib/src/phys/two/solve_passes.h lib/src/phys/two/solve_prepare.c \
	lib/src/phys/two/share.c lib/src/phys/two/share.h lib/src/phys/two/solve_rows.h lib/src/phys/two/solve_scalar.c lib/src/phys/two/solve_sse41.c \
	lib/src/phys/two/solve_store.c
