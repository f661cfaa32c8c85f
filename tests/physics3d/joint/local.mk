CHECK_MODULES += tests/physics3d/joint/check_joint_kinds3
CHECK_MODULES += tests/physics3d/joint/check_joint_tree3
tests_physics3d_joint_check_joint_tree3_LDADD = $(APP_TEST_LDADD)
