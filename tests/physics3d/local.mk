CHECK_MODULES += tests/physics3d/check_cast3
CHECK_MODULES += tests/physics3d/check_contact_kernels3
CHECK_MODULES += tests/physics3d/check_distance3
CHECK_MODULES += tests/physics3d/check_free_rotation3
CHECK_MODULES += tests/physics3d/check_geometry3
CHECK_MODULES += tests/physics3d/check_hull3
CHECK_MODULES += tests/physics3d/check_mass3
EXTRA_DIST += tests/physics3d/geometry3_fixture.h
