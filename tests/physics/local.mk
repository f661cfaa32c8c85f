CHECK_MODULES += tests/physics/check_graph_colouring
