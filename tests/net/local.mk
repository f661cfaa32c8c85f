CHECK_MODULES += tests/net/check_find
CHECK_MODULES += tests/net/check_gate
CHECK_MODULES += tests/net/check_hostile
CHECK_MODULES += tests/net/check_net
EXTRA_DIST += \
	tests/net/net_pair.h
