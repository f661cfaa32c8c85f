/* tty_restore.c: restoring the terminal from any state of the program. See
 * tty_restore.h. */
#include "tty/tty_restore.h"

#include <curses.h>
#include <signal.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "tty/tty.h"

enum { RESTORE_BYTES = 256 };

static struct {
    volatile sig_atomic_t active;
    struct termios before;
    char bytes[RESTORE_BYTES];
    size_t size;
} restore;

static int keep_byte(int byte)
{
    if (restore.size < RESTORE_BYTES)
        restore.bytes[restore.size++] = (char)byte;
    return byte;
}

void tty_restore_remember(void)
{
    tcgetattr(STDIN_FILENO, &restore.before);
}

bool tty_restore_prepare(void)
{
    const char *const strings[] = { exit_attribute_mode, orig_pair, keypad_local, exit_ca_mode, cursor_normal };
    restore.size = 0;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        if (strings[i] != NULL)
            tputs(strings[i], 1, keep_byte);
    restore.active = 1;
    return cursor_address != NULL;
}

void tty_restore_forget(void)
{
    restore.active = 0;
}

void tty_restore(void)
{
    if (!restore.active)
        return;
    restore.active = 0;
    /* A terminal that accepts no bytes cannot be restored. */
    ssize_t written = write(STDOUT_FILENO, restore.bytes, restore.size);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &restore.before);
}
