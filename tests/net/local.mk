CHECK_MODULES += tests/net/check_cipher
CHECK_MODULES += tests/net/check_find
CHECK_MODULES += tests/net/check_flood
CHECK_MODULES += tests/net/check_gate
CHECK_MODULES += tests/net/check_hostile
CHECK_MODULES += tests/net/check_net
CHECK_MODULES += tests/net/check_secure
EXTRA_DIST += \
	tests/conformance/handshake.py tests/net/net_match.h tests/net/net_pair.h tests/net/raw_peer.h
