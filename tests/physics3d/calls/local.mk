CHECK_MODULES += tests/physics3d/calls/check_create3
CHECK_MODULES += tests/physics3d/calls/check_force_setters3
CHECK_MODULES += tests/physics3d/calls/check_material_pair3
CHECK_MODULES += tests/physics3d/calls/check_setters3
