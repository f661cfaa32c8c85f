/* tty_restore.c: restoring the terminal from any state of the program. See
 * tty_restore.h. */
#include "tty/tty_restore.h"

#include <curses.h>
#include <signal.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "tty/key_sequence.h"
#include "tty/tty.h"

enum { RESTORE_BYTES = 256 };

static struct {
    volatile sig_atomic_t active;
    struct termios before;
    char bytes[RESTORE_BYTES];
    size_t size;
    volatile sig_atomic_t tells_releases;
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

static void write_bytes(const char *bytes, size_t size)
{
    /* A terminal that accepts no bytes cannot be restored. */
    ssize_t written = write(STDOUT_FILENO, bytes, size);
    (void)written;
}

/* The keyboard modes of the screen that is left are those of that screen alone, so they are undone first. */
void tty_restore_releases(bool told)
{
    if (told)
        write_bytes(KEY_SEQUENCE_ENABLE, sizeof KEY_SEQUENCE_ENABLE - 1);
    else if (restore.tells_releases)
        write_bytes(KEY_SEQUENCE_DISABLE, sizeof KEY_SEQUENCE_DISABLE - 1);
    restore.tells_releases = told;
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
    tty_restore_releases(false);
    write_bytes(restore.bytes, restore.size);
    tcsetattr(STDIN_FILENO, TCSANOW, &restore.before);
}
