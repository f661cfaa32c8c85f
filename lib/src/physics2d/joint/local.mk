lib_libcore_la_SOURCES += \
	lib/src/physics2d/joint/joint.c lib/src/physics2d/joint/joint.h lib/src/physics2d/joint/joint_gear.c \
	lib/src/physics2d/joint/joint_arms.c lib/src/physics2d/joint/joint_block.h lib/src/physics2d/joint/joint_blocks.c lib/src/physics2d/joint/joint_passes.h lib/src/physics2d/joint/joint_direct.c lib/src/physics2d/joint/joint_direct_body.c lib/src/physics2d/joint/joint_direct_push.c lib/src/physics2d/joint/joint_energy.c lib/src/physics2d/joint/joint_direct_rows.c lib/src/physics2d/joint/joint_direct.h lib/src/physics2d/joint/joint_tree.c lib/src/physics2d/joint/joint_motor.c lib/src/physics2d/joint/joint_prepare.c \
	lib/src/physics2d/joint/joint_read.c lib/src/physics2d/joint/joint_row.h \
	lib/src/physics2d/joint/joint_soft.c lib/src/physics2d/joint/joint_solve.c \
	lib/src/physics2d/joint/tree_block.h lib/src/physics2d/joint/tree_blocks.c lib/src/physics2d/joint/tree_fit.c lib/src/physics2d/joint/tree_passes.h
