/* tty_line.h: a line of text that is being typed. */
#ifndef FS_CLIENT_TTY_LINE_H
#define FS_CLIENT_TTY_LINE_H

#include <stdbool.h>
#include <wchar.h>
#include <fixstep/lockstep.h>

typedef struct tty_line {
    bool open;
    char text[FS_MAX_CHAT]; /* UTF-8 */
} tty_line;

typedef enum tty_line_end { TTY_LINE_GOES_ON, TTY_LINE_DONE, TTY_LINE_CANCELLED } tty_line_end;

/* Takes one typed character: Return ends the line, Escape cancels it, Backspace removes a character, Ctrl-U all of them;
 * control characters and what does not fit any more are ignored. */
tty_line_end tty_line_take(tty_line *line, wint_t character);
void tty_line_backspace(tty_line *line);

#endif
