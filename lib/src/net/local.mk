lib_libcore_la_SOURCES += \
	lib/src/net/address.c lib/src/net/address.h lib/src/net/batch.c lib/src/net/batch.h lib/src/net/cipher.c lib/src/net/cipher.h lib/src/net/datagram.c lib/src/net/datagram.h \
	lib/src/net/dial.c lib/src/net/endpoint.c lib/src/net/endpoint.h lib/src/net/filter.c lib/src/net/gate.c \
	lib/src/net/finder.c lib/src/net/gate.h lib/src/net/handshake.c lib/src/net/handshake.h lib/src/net/links.c lib/src/net/links.h \
	lib/src/net/system/platform.c lib/src/net/system/platform.h lib/src/net/server_info.c lib/src/net/server_info.h lib/src/net/host.h lib/src/net/net.c lib/src/net/service.c \
	lib/src/net/system/socket.c lib/src/net/system/socket.h lib/src/net/unsequenced.c lib/src/net/unsequenced.h lib/src/net/wakeup.c lib/src/net/wakeup.h
