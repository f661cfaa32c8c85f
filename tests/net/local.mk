CHECK_MODULES += tests/net/check_cipher
CHECK_MODULES += tests/net/check_endpoint
CHECK_MODULES += tests/net/check_find
CHECK_MODULES += tests/net/check_flood
CHECK_MODULES += tests/net/check_gate
CHECK_MODULES += tests/net/check_hostile
CHECK_MODULES += tests/net/check_ipv6
CHECK_MODULES += tests/net/check_net
CHECK_MODULES += tests/net/check_relay_crowd
CHECK_MODULES += tests/net/check_secure
CHECK_MODULES += tests/net/check_system
CHECK_MODULES += tests/net/check_unsequenced
EXTRA_DIST += \
	tests/net/net_match.h tests/net/net_pair.h tests/net/raw_peer.h
VSIM_PROGRAM_SOURCES = tests/network/vsim.c tests/network/vsim.h tests/network/vserver.c tests/network/vclient.c tests/network/vrelay.c \
	tests/network/vnet.c tests/network/vnet.h
tests_net_check_system_SOURCES = tests/net/check_system.c $(VSIM_PROGRAM_SOURCES) $(FAULTS_SOURCES) $(NETLINE_SOURCES) \
	tests/network/netgame.c tests/network/netgame.h
