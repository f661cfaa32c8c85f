CHECK_MODULES += tests/physics/check_graph_colouring
CHECK_MODULES += tests/physics/check_joint_math
CHECK_MODULES += tests/physics/check_row_scan
