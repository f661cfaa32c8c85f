lib_libcore_la_SOURCES += \
	lib/src/physics3d/joint/joint.c lib/src/physics3d/joint/joint.h lib/src/physics3d/joint/joint_block.h \
	lib/src/physics3d/joint/joint_check.c lib/src/physics3d/joint/joint_kind.c lib/src/physics3d/joint/joint_list.c \
	lib/src/physics3d/joint/joint_passes.h lib/src/physics3d/joint/joint_pose.c lib/src/physics3d/joint/joint_pose.h \
	lib/src/physics3d/joint/joint_place.c lib/src/physics3d/joint/joint_point.c lib/src/physics3d/joint/joint_point.h lib/src/physics3d/joint/joint_points.h lib/src/physics3d/joint/joint_prepare.c lib/src/physics3d/joint/joint_remainder.c lib/src/physics3d/joint/joint_row.c lib/src/physics3d/joint/joint_rows.h \
	lib/src/physics3d/joint/joint_solver.h lib/src/physics3d/joint/joint_store.c \
	lib/src/physics3d/joint/joint_direct.c lib/src/physics3d/joint/joint_direct.h \
	lib/src/physics3d/joint/joint_direct_body.c lib/src/physics3d/joint/joint_direct_push.c lib/src/physics3d/joint/joint_direct_rows.c \
	lib/src/physics3d/joint/joint_direct_impulses.c lib/src/physics3d/joint/joint_direct_turn.c lib/src/physics3d/joint/joint_rigid.c lib/src/physics3d/joint/joint_energy.c lib/src/physics3d/joint/joint_tree.c
