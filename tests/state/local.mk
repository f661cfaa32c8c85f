CHECK_MODULES += tests/state/check_result
CHECK_MODULES += tests/state/check_state
CHECK_MODULES += tests/state/check_state_codec
CHECK_MODULES += tests/state/check_state_diff
CHECK_MODULES += tests/state/check_state_pool
CHECK_MODULES += tests/state/check_state_schema
CHECK_MODULES += tests/state/check_state_text
CHECK_MODULES += tests/state/check_wire
EXTRA_DIST += \
	tests/state/state_fixture.h
