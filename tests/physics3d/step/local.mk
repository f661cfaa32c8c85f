CHECK_MODULES += tests/physics3d/step/check_contact_points3
CHECK_MODULES += tests/physics3d/step/check_island_parts3
CHECK_MODULES += tests/physics3d/step/check_load_mass3
CHECK_MODULES += tests/physics3d/step/check_slow_pairs3
CHECK_MODULES += tests/physics3d/step/check_tick_parts3
CHECK_MODULES += tests/physics3d/step/check_waking3
tests_physics3d_step_check_island_parts3_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/physics3d/step/parts3_fixture.h
