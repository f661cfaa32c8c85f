lib_libcore_la_SOURCES += \
	lib/src/physics/body_state.h lib/src/physics/dimension.h lib/src/physics/error_text.c lib/src/physics/error_text.h \
	lib/src/physics/event_order.c lib/src/physics/event_order.h lib/src/physics/graph_colouring.c \
	lib/src/physics/graph_colouring.h lib/src/physics/island_batches.c lib/src/physics/island_batches.h \
	lib/src/physics/islands.c lib/src/physics/islands.h lib/src/physics/joint_direct.h \
	lib/src/physics/joint_elimination.h lib/src/physics/joint_energy.inl lib/src/physics/joint_math.c lib/src/physics/joint_math.h lib/src/physics/joint_softness.c lib/src/physics/joint_softness.h \
	lib/src/physics/joint_tree.c lib/src/physics/joint_tree.h lib/src/physics/joint_tree.inl lib/src/physics/lane_math.h lib/src/physics/lanes_avx2.h \
	lib/src/physics/lanes_scalar.h lib/src/physics/lanes_sse41.h lib/src/physics/rate.h lib/src/physics/row_scan.c \
	lib/src/physics/row_scan.h
include lib/src/physics/assembly/local.mk
include lib/src/physics/body/local.mk
include lib/src/physics/broadphase/local.mk
include lib/src/physics/contact/local.mk
include lib/src/physics/debug/local.mk
include lib/src/physics/query/local.mk
include lib/src/physics/solver/local.mk
include lib/src/physics/world/local.mk
