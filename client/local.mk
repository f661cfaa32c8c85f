# fixstep-client: joins, plays and watches a match.
include client/tty.mk

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
fixstep_client_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(NCURSES_CFLAGS)
fixstep_client_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS) $(NCURSES_LIBS)
dist_man_MANS += lib/doc/man/fixstep-client.1
