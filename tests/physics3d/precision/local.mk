CHECK_MODULES += tests/physics3d/precision/check_free_flight3
