# The terminal view: what fixstep-client lists as CLIENT_TTY_SOURCES.
if WITH_NCURSES
CLIENT_TTY_SOURCES = client/tty.c client/tty.h client/tty_restore.c client/tty_restore.h \
	client/held_keys.c client/held_keys.h client/palette.c client/palette.h
else
CLIENT_TTY_SOURCES = client/tty_none.c client/tty.h
endif
