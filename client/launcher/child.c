/* child.c: processes of the launcher. See child.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/child.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fixstep/utf8.h>

enum { PATH_BYTES = 1024, LOG_BYTES = 4096 };

extern char **environ;

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

bool child_start(const char *program, const char *const arguments[], int log, pid_t *process, char why[APP_ERROR_BYTES])
{
    char path[PATH_BYTES];
    char *list[CHILD_ARGUMENTS + 2] = { path };
    posix_spawn_file_actions_t actions;
    for (size_t i = 0; i < CHILD_ARGUMENTS && arguments[i] != NULL; i++)
        list[i + 1] = (char *)arguments[i];
    if (!find_beside(program, path)) {
        snprintf(why, APP_ERROR_BYTES, "the program %s is not beside this one", program);
        return false;
    }
    posix_spawn_file_actions_init(&actions);
    if (log >= 0)
        posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
    int failure = posix_spawn(process, path, &actions, NULL, list, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        snprintf(why, APP_ERROR_BYTES, "%s cannot be started: %s", program, strerror(failure));
    return failure == 0;
}

bool child_wait(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void child_stop(pid_t process)
{
    kill(process, SIGTERM);
    child_wait(process);
}

/* The last line of a file, cleaned. */
static void read_last_line(FILE *file, char why[APP_ERROR_BYTES])
{
    char text[LOG_BYTES + 1];
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, size > LOG_BYTES ? size - LOG_BYTES : 0, SEEK_SET);
    size_t length = fread(text, 1, LOG_BYTES, file);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    const char *newline = strrchr(text, '\n');
    snprintf(why, APP_ERROR_BYTES, "%.300s", newline != NULL ? newline + 1 : text);
    fs_utf8_clean(why);
}

/* Whether the client has logged that it joined: the sentence of the event "joined" in online_hooks.c, after time and level, so
 * that no notice of a server is taken for it. */
static bool has_joined(FILE *log)
{
    static const char sentence[] = "joined as '";
    char line[LOG_BYTES];
    bool joined = false;
    rewind(log);
    while (!joined && fgets(line, sizeof line, log) != NULL) {
        int start = 0;
        sscanf(line, "%*s %*s %n", &start);
        joined = start > 0 && strncmp(line + start, sentence, sizeof sentence - 1) == 0;
    }
    return joined;
}

bool child_play(const char *const arguments[], bool *joined, char why[APP_ERROR_BYTES])
{
    pid_t process;
    FILE *log = tmpfile();
    bool good = child_start("fixstep-client", arguments, log != NULL ? fileno(log) : -1, &process, why);
    if (good && !child_wait(process)) {
        snprintf(why, APP_ERROR_BYTES, "the match ended with an error");
        if (log != NULL)
            read_last_line(log, why);
        good = false;
    }
    if (joined != NULL)
        *joined = log != NULL && has_joined(log);
    if (log != NULL)
        fclose(log);
    return good;
}
