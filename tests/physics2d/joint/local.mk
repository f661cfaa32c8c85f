CHECK_MODULES += tests/physics2d/joint/check_joint_block2
CHECK_MODULES += tests/physics2d/joint/check_joint_tree2
tests_physics2d_joint_check_joint_block2_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/physics2d/joint/check_tree_block2
tests_physics2d_joint_check_tree_block2_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/physics2d/joint/check_loops2
tests_physics2d_joint_check_loops2_LDADD = $(APP_TEST_LDADD)
EXTRA_DIST += tests/physics2d/joint/tumbling2.h
