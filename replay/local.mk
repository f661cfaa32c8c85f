# fixstep-replay: verifies, shows, compares, pictures and reproduces recordings.
bin_PROGRAMS += fixstep-replay
fixstep_replay_SOURCES = \
	replay/commands.h replay/diff.c replay/dump.c replay/info.c replay/main.c replay/origin.c replay/origin.h replay/progress.c replay/render.c replay/repro.c replay/repro_cause.c replay/repro_cause.h replay/settings.c \
	replay/settings.h replay/shared.c replay/standings.c replay/text_picture.c replay/text_picture.h replay/verify.c
fixstep_replay_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
fixstep_replay_LDADD = lib/app/libapp.la lib/libfixstep-games.la lib/libfixstep.la $(JANSSON_LIBS)
dist_man_MANS += lib/doc/man/fixstep-replay.1
