# Every test module, one line each.
CHECK_MODULES += tests/check_wire
CHECK_MODULES += tests/check_state
CHECK_MODULES += tests/check_state_codec
CHECK_MODULES += tests/check_state_pool
CHECK_MODULES += tests/check_motion
CHECK_MODULES += tests/check_stream
CHECK_MODULES += tests/check_lock
