# What the programs share, and fixstep-client.
noinst_LTLIBRARIES += client/libapp.la
client_libapp_la_SOURCES = \
	client/common/options.c client/common/options.h \
	client/common/log.c client/common/log.h \
	client/common/text.c client/common/text.h \
	client/common/signals.c client/common/signals.h \
	client/common/script.c client/common/script.h \
	client/common/histogram.c client/common/histogram.h \
	client/common/setup.c client/common/setup.h \
	client/common/report.c client/common/report.h \
	client/common/record.c client/common/record.h \
	client/common/desync.c client/common/desync.h
client_libapp_la_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/client -DFS_BUILD_HOST='"$(host)"'

include client/tty.mk
