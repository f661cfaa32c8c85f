# The terminal view: what fixstep-client lists as CLIENT_TTY_SOURCES.
if WITH_NCURSES
CLIENT_TTY_SOURCES = client/tty/tty.c client/tty/tty.h client/tty/tty_line.c client/tty/tty_line.h client/tty/tty_overlay.c client/tty/tty_overlay.h \
	client/tty/tty_text.c client/tty/tty_text.h client/tty/tty_box.c client/tty/tty_box.h client/tty/tty_menu.c client/tty/tty_menu.h client/tty/key_sequence.c client/tty/key_sequence.h client/tty/tty_restore.c client/tty/tty_restore.h \
	client/held_keys.c client/held_keys.h client/tty/palette.c client/tty/palette.h
else
CLIENT_TTY_SOURCES = client/tty/tty_none.c client/tty/tty.h
endif
