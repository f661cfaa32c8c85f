# Every test module, one line each.
CHECK_MODULES += tests/check_wire
