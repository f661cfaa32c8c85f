CHECK_MODULES += tests/physics/check_graph_colouring
CHECK_MODULES += tests/physics/check_impact_compression
CHECK_MODULES += tests/physics/check_joint_math
CHECK_MODULES += tests/physics/check_row_scan
EXTRA_DIST += tests/physics/blows.h tests/physics/create_rules.h tests/physics/jointed_load.h tests/physics/broadphase_cases.h tests/physics/sphere_cases.h
