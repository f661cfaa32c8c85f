lib_libcore_la_SOURCES += lib/src/phys/two/solve.c lib/src/phys/two/solve_bodies.c lib/src/phys/two/solve_rows.h
