# Every test module, one line each.
CHECK_MODULES += tests/check_wire
CHECK_MODULES += tests/check_state
CHECK_MODULES += tests/check_state_codec
CHECK_MODULES += tests/check_state_pool
CHECK_MODULES += tests/check_motion
CHECK_MODULES += tests/check_stream
CHECK_MODULES += tests/check_lock
CHECK_MODULES += tests/check_num
CHECK_MODULES += tests/check_wide
CHECK_MODULES += tests/check_vec
CHECK_MODULES += tests/check_rot
CHECK_MODULES += tests/check_trig
CHECK_MODULES += tests/check_power
CHECK_MODULES += tests/check_random
CHECK_MODULES += tests/check_text
CHECK_MODULES += tests/check_fingerprint
EXTRA_DIST += tests/num_util.h tests/num_tables.inl
