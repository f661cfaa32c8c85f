CHECK_MODULES += tests/physics3d/reference/check_contact_rows3 tests/physics3d/reference/check_errata3
CHECK_MODULES += tests/physics3d/reference/check_manifold_exercises3
CHECK_MODULES += tests/physics3d/reference/check_stability_rows3
tests_physics3d_reference_check_contact_rows3_LDADD = $(APP_TEST_LDADD)
