CHECK_MODULES += tests/physics3d/precision/check_overlap3
CHECK_MODULES += tests/physics3d/precision/check_free_flight3
CHECK_MODULES += tests/physics3d/precision/check_dominoes3
CHECK_MODULES += tests/physics3d/precision/check_flat_impacts3
CHECK_MODULES += tests/physics3d/precision/check_oblique_hits3
CHECK_MODULES += tests/physics3d/precision/check_moved_scenes3
CHECK_MODULES += tests/physics3d/precision/check_precision3
CHECK_MODULES += tests/physics3d/precision/check_restitution3
