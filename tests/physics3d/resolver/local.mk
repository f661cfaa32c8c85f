CHECK_MODULES += tests/physics3d/resolver/check_resolver3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_friction3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_margins3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_row3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_scratch3
CHECK_MODULES += tests/physics3d/resolver/check_resolver_state3
tests_physics3d_resolver_check_resolver_state3_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/physics3d/resolver/resolver3_scene.h tests/physics3d/resolver/row3.h
