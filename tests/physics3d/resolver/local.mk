CHECK_MODULES += tests/physics3d/resolver/check_resolver3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_row3
tests_physics3d_resolver_check_resolver3_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/physics3d/resolver/row3.h
