CHECK_MODULES += tests/physics3d/check_assembly3
CHECK_MODULES += tests/physics3d/check_cast3
CHECK_MODULES += tests/physics3d/check_contact_kernels3
CHECK_MODULES += tests/physics3d/check_distance3
CHECK_MODULES += tests/physics3d/check_force3
CHECK_MODULES += tests/physics3d/check_force3_rules
CHECK_MODULES += tests/physics3d/check_force3_vehicles
CHECK_MODULES += tests/physics3d/check_free_rotation3
CHECK_MODULES += tests/physics3d/check_geometry3
CHECK_MODULES += tests/physics3d/check_ground3
CHECK_MODULES += tests/physics3d/check_hull3
CHECK_MODULES += tests/physics3d/check_joint3
CHECK_MODULES += tests/physics3d/check_manifold3
CHECK_MODULES += tests/physics3d/check_manifold3_random
CHECK_MODULES += tests/physics3d/check_mass3
CHECK_MODULES += tests/physics3d/check_mesh_world3
CHECK_MODULES += tests/physics3d/check_pile3
CHECK_MODULES += tests/physics3d/check_plane3
CHECK_MODULES += tests/physics3d/check_query3
CHECK_MODULES += tests/physics3d/check_solver3
CHECK_MODULES += tests/physics3d/check_world3
tests_physics3d_check_mesh_world3_LDADD = $(APP_TEST_LDADD)
tests_physics3d_check_solver3_LDADD = $(APP_TEST_LDADD)
tests_physics3d_check_world3_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/physics3d/force3_fixture.h tests/physics3d/geometry3_fixture.h tests/physics3d/ground3_fixture.h tests/physics3d/manifold3_fixture.h \
	tests/physics3d/world3_fixture.h tests/physics3d/world3_scene.h
EXTRA_DIST += tests/physics3d/geometry3_fixture.h tests/physics3d/manifold3_fixture.h \
	tests/physics3d/joint3_scene.h tests/physics3d/mesh3_fixture.h tests/physics3d/world3_fixture.h tests/physics3d/world3_scene.h
