# What the programs share, fixstep-client and its manual page.
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
	client/common/workers.c client/common/workers.h \
	client/common/desync.c client/common/desync.h
client_libapp_la_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/client -DFS_BUILD_HOST='"$(host)"'

include client/tty.mk
include client/replay.mk

bin_PROGRAMS += fixstep-client
fixstep_client_SOURCES = \
	client/main.c \
	client/settings.c client/settings.h \
	client/player.c client/player.h \
	client/online.c client/online.h \
	client/local_match.c client/local_match.h \
	client/timing.c client/timing.h \
	client/screen.c client/screen.h \
	$(CLIENT_TTY_SOURCES)
fixstep_client_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(NCURSES_CFLAGS) -I$(top_srcdir)/client
fixstep_client_LDADD = client/libapp.la lib/libfixstep.la $(JANSSON_LIBS) $(NCURSES_LIBS)
dist_man_MANS += lib/doc/man/fixstep-client.1
