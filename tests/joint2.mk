CHECK_MODULES += tests/check_platform2d
CHECK_MODULES += tests/check_assembly2
CHECK_MODULES += tests/check_joint2_motion
CHECK_MODULES += tests/check_joint2
EXTRA_DIST += tests/joint_fixture.h
