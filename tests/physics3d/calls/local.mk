CHECK_MODULES += tests/physics3d/calls/check_create3
