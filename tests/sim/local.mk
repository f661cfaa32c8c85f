CHECK_MODULES += tests/sim/check_sim
