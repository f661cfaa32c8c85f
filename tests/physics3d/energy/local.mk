CHECK_MODULES += tests/physics3d/energy/check_energy3 tests/physics3d/energy/check_quiet3 tests/physics3d/energy/check_rocking3 tests/physics3d/energy/check_slender3 tests/physics3d/energy/check_springs3
EXTRA_DIST += tests/physics3d/energy/springs3.h
