/* keyterminal.c: a terminal that tells when keys come up, as kitty does, for the test of the terminal view.
 *
 * usage: keyterminal PROGRAM [ARGUMENT]... Runs the program on a new terminal. Answers its question for the protocol, awaits
 * that it is enabled, presses w and d together, releases them, opens the keys with ?, and leaves with q. The exit status is
 * that of the program, or 1 with a sentence when the program does not do its part.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char seen[1 << 20];
static size_t used;

static void fail(const char *what)
{
    printf("keyterminal: %s\n", what);
    exit(1);
}

/* Reads what the program writes within so long; 0 once it has ended. */
static int listen_for(int file, int ms)
{
    struct pollfd poll_file = { .fd = file, .events = POLLIN };
    if (poll(&poll_file, 1, ms) <= 0)
        return 1;
    ssize_t n = read(file, seen + used, sizeof seen - 1 - used);
    if (n <= 0)
        return 0;
    used += (size_t)n;
    seen[used] = '\0';
    return 1;
}

static void await(int file, const char *text)
{
    for (int i = 0; i < 1000 && used < sizeof seen - 1; i++) {
        if (memmem(seen, used, text, strlen(text)) != NULL)
            return;
        if (!listen_for(file, 10))
            break;
    }
    printf("keyterminal: never seen: %s\n", text[0] == '\033' ? text + 1 : text);
    exit(1);
}

static void type(int file, const char *text)
{
    if (write(file, text, strlen(text)) != (ssize_t)strlen(text))
        fail("the terminal takes no keys");
}

static void play(int file)
{
    await(file, "\033[?u");
    type(file, "\033[?0u");
    await(file, "\033[>27u");
    type(file, "\033[119;1:1;119u\033[100;1:1;100u");
    await(file, "?");
    type(file, "\033[119;1:3u\033[100;1:3u");
    used = 0;
    type(file, "\033[47:63;2:1;63u\033[47;2:3u"); /* ? */
    await(file, "closes this");
    if (memmem(seen, used, "tells no releases", 17) != NULL)
        fail("the keys say that this terminal tells no releases");
    used = 0;
    type(file, "\033[113;1:1;113u");
    await(file, "\033[<u");
}

int main(int argc, char **argv)
{
    int file, status;
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    pid_t child = argc > 1 ? forkpty(&file, NULL, NULL, &size) : -1;
    if (child < 0)
        fail("no terminal can be made");
    if (child == 0) {
        setenv("TERM", "xterm-256color", 1);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    play(file);
    while (listen_for(file, 5000))
        used = 0; /* the rest of what the program shows */
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
