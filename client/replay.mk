# fixstep-replay: verifies, shows, compares and pictures recordings.
bin_PROGRAMS += fixstep-replay
fixstep_replay_SOURCES = \
	client/replay/main.c \
	client/replay/settings.c client/replay/settings.h \
	client/replay/shared.c client/replay/commands.h \
	client/replay/verify.c \
	client/replay/info.c \
	client/replay/dump.c \
	client/replay/diff.c \
	client/replay/render.c \
	client/replay/text_picture.c client/replay/text_picture.h
fixstep_replay_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) -I$(top_srcdir)/client
fixstep_replay_LDADD = client/libapp.la lib/libfixstep.la $(JANSSON_LIBS)
dist_man_MANS += lib/doc/man/fixstep-replay.1
