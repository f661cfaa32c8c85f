/* child.c: processes of the launcher. See child.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <fixstep/net.h>
#include <fixstep/utf8.h>

#include "app/signals.h"

enum {
    PATH_BYTES = 1024,
    LOG_BYTES = 4096,
    POLL_US = 10000,
    PATIENCE_US = 10000000, /* from the request to end until the process is killed */
    NOT_STARTED = 127
};

/* --- starting -------------------------------------------------------------------------------- */

/* The file `name` in the folder of the running program. */
static bool find_beside(const char *name, char path[PATH_BYTES])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    if (folder + strlen(name) + 1 > PATH_BYTES)
        return false;
    memcpy(path + folder, name, strlen(name) + 1);
    return access(path, X_OK) == 0;
}

/* In the new process, where only functions that a signal handler may call are safe. A terminal's lines are for the launcher. */
_Noreturn static void become(const char *path, char *const list[], int input, int log, pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        _exit(NOT_STARTED); /* the launcher went before the kernel knew whom to watch */
    int read = input >= 0 ? input : open("/dev/null", O_RDONLY);
    if (read >= 0)
        dup2(read, STDIN_FILENO);
    if (log >= 0)
        dup2(log, STDERR_FILENO);
    execv(path, list);
    _exit(NOT_STARTED);
}

/* The process and its reader share the place in the file: what is written goes to its end all the same. */
static FILE *open_log(void)
{
    FILE *log = tmpfile();
    if (log != NULL)
        fcntl(fileno(log), F_SETFL, O_APPEND);
    return log;
}

/* The end to read of a pipe that holds a text already; -1 without room for it. */
static int open_input(const char *text)
{
    int ends[2];
    size_t length = strlen(text);
    if (length >= CHILD_INPUT_BYTES || pipe(ends) != 0)
        return -1;
    bool good = write(ends[1], text, length) == (ssize_t)length;
    close(ends[1]);
    if (good)
        return ends[0];
    close(ends[0]);
    return -1;
}

bool child_start(child *c, const char *program, const char *const arguments[], const char *input,
                 char why[APP_ERROR_BYTES])
{
    char path[PATH_BYTES];
    char *list[CHILD_ARGUMENTS + 2] = { path };
    pid_t parent = getpid();
    *c = (child){ .runs = false };
    for (size_t i = 0; i < CHILD_ARGUMENTS && arguments[i] != NULL; i++)
        list[i + 1] = (char *)arguments[i];
    if (!find_beside(program, path)) {
        snprintf(why, APP_ERROR_BYTES, "the program %s is not beside this one", program);
        return false;
    }
    int given = input != NULL ? open_input(input) : -1;
    c->log = open_log();
    c->process = input == NULL || given >= 0 ? fork() : -1;
    int number = errno;
    if (c->process == 0)
        become(path, list, given, c->log != NULL ? fileno(c->log) : -1, parent);
    if (given >= 0)
        close(given);
    c->runs = c->process > 0;
    if (c->runs)
        return true;
    snprintf(why, APP_ERROR_BYTES, "%s cannot be started: %s", program, strerror(number));
    child_stop(c);
    return false;
}

/* --- waiting --------------------------------------------------------------------------------- */

/* Whether the process still runs. */
static bool look(child *c)
{
    int status = 0;
    if (!c->runs)
        return false;
    pid_t ended = waitpid(c->process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return true;
    c->runs = false;
    c->status = status;
    c->good = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return false;
}

/* A signal ends the pause early. */
static void pause_a_moment(void)
{
    const struct timespec moment = { 0, POLL_US * 1000L };
    nanosleep(&moment, NULL);
}

bool child_await(child *c, const char *sentence, uint64_t limit_us)
{
    uint64_t until = fs_net_clock_us() + limit_us;
    bool logged;
    while (!(logged = child_has_logged(c, sentence)) && look(c) && !app_signals_stop_requested() &&
           fs_net_clock_us() < until)
        pause_a_moment();
    return logged && look(c);
}

/* A process that does not end when it is asked is killed. */
static void end(child *c)
{
    uint64_t until = fs_net_clock_us() + PATIENCE_US;
    if (look(c))
        kill(c->process, SIGTERM);
    while (look(c)) {
        if (fs_net_clock_us() >= until)
            kill(c->process, SIGKILL);
        pause_a_moment();
    }
}

bool child_wait(child *c)
{
    while (look(c) && !app_signals_stop_requested())
        pause_a_moment();
    end(c);
    return c->good;
}

void child_stop(child *c)
{
    end(c);
    if (c->log != NULL)
        fclose(c->log);
    *c = (child){ .runs = false };
}

/* --- what it has told ------------------------------------------------------------------------ */

/* What stands after time and level in a line of a log; the line itself when it has none. */
static const char *find_sentence(const char *line)
{
    int start = 0;
    if (line[0] >= '0' && line[0] <= '9')
        sscanf(line, "%*s %*s %n", &start);
    return line + start;
}

bool child_has_logged(const child *c, const char *sentence)
{
    char line[LOG_BYTES];
    bool found = false;
    if (c->log == NULL)
        return false;
    rewind(c->log);
    while (!found && fgets(line, sizeof line, c->log) != NULL) {
        const char *start = find_sentence(line);
        found = start > line && strncmp(start, sentence, strlen(sentence)) == 0;
    }
    return found;
}

void child_last_line(const child *c, char line[APP_ERROR_BYTES])
{
    char text[LOG_BYTES + 1];
    line[0] = '\0';
    if (c->log == NULL)
        return;
    fseek(c->log, 0, SEEK_END);
    long size = ftell(c->log);
    fseek(c->log, size > LOG_BYTES ? size - LOG_BYTES : 0, SEEK_SET);
    size_t length = fread(text, 1, LOG_BYTES, c->log);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    const char *newline = strrchr(text, '\n'), *last = newline != NULL ? newline + 1 : text;
    snprintf(line, APP_ERROR_BYTES, "%.300s", find_sentence(last));
    fs_utf8_clean(line);
}

bool child_failed(child *c, const char *who, char why[APP_ERROR_BYTES])
{
    char line[APP_ERROR_BYTES];
    if (look(c) || c->good)
        return false;
    child_last_line(c, line);
    if (WIFSIGNALED(c->status))
        snprintf(why, APP_ERROR_BYTES, "%.60s was killed (signal %d)", who, WTERMSIG(c->status));
    else
        snprintf(why, APP_ERROR_BYTES, "%.60s has failed: %.150s", who, line[0] != '\0' ? line : "it gave no reason");
    return true;
}

bool child_play(const char *const arguments[], const char *input, bool *joined, char why[APP_ERROR_BYTES])
{
    child c;
    bool good = child_start(&c, "fixstep-client", arguments, input, why);
    if (good && !child_wait(&c)) {
        child_last_line(&c, why);
        if (WIFSIGNALED(c.status) && !app_signals_stop_requested())
            child_failed(&c, "the program of the match", why);
        else if (why[0] == '\0')
            snprintf(why, APP_ERROR_BYTES, "the match ended with an error");
        good = false;
    }
    *joined = child_has_logged(&c, "joined as '");
    child_stop(&c);
    return good;
}
