CHECK_MODULES += tests/physics3d/joint/check_joint_kinds3
CHECK_MODULES += tests/physics3d/joint/check_joint_points3
CHECK_MODULES += tests/physics3d/joint/check_joint_tree3
CHECK_MODULES += tests/physics3d/joint/check_pendulum3
CHECK_MODULES += tests/physics3d/joint/check_tumbling3
tests_physics3d_joint_check_joint_points3_LDADD = $(APP_TEST_LDADD)
tests_physics3d_joint_check_joint_tree3_LDADD = $(APP_TEST_LDADD)
