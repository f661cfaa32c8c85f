/* encoder.c: see encoder.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fixstep/utf8.h>

extern char **environ;

static bool is_gif(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcasecmp(path + length - 4, ".gif") == 0;
}

static bool spawn_encoder(encoder *c, char *const arguments[], char why[APP_ERROR_BYTES])
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    c->errors = memfd_create("errors", MFD_CLOEXEC);
    if (c->errors < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, APP_ERROR_BYTES, "no pipe for the video: %s", strerror(errno));
        if (c->errors >= 0)
            close(c->errors);
        return false;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, c->errors, STDERR_FILENO);
    /* In a group of its own: the interrupt key of a terminal reaches the client alone, which ends the video. */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawnp(&c->process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    c->pipe = ends[1];
    if (failure == 0)
        return true;
    close(ends[1]);
    close(c->errors);
    snprintf(why, APP_ERROR_BYTES, "videos need the program ffmpeg (Debian package ffmpeg): %s", strerror(failure));
    return false;
}

/* Frames as they come from the renderer. The sides of most formats must be even. */
bool encoder_open(encoder *c, const char *path, uint32_t width, uint32_t height, uint32_t hz, char why[APP_ERROR_BYTES])
{
    char size[32], rate[16], out[512];
    bool gif = is_gif(path);
    const char *filter = gif ? "fps=30,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"
                             : "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
    *c = (encoder){ .width = width, .height = height, .path = path, .is_new = access(path, F_OK) != 0 };
    snprintf(size, sizeof size, "%" PRIu32 "x%" PRIu32, width, height);
    snprintf(rate, sizeof rate, "%" PRIu32, hz);
    /* ffmpeg takes a name such as "a:b" for a protocol. */
    int length = snprintf(out, sizeof out, "file:%s", path);
    if (length < 0 || (size_t)length >= sizeof out) {
        snprintf(why, APP_ERROR_BYTES, "the name of the video is too long");
        return false;
    }
    char *arguments[] = { "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt",        "rgba",
                          "-s",     size, "-r",        rate,    "-i", "-",        "-filter_complex", (char *)filter,
                          "-an",    out,  NULL };
    return spawn_encoder(c, arguments, why);
}

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

bool encoder_send(encoder *c, const uint8_t *pixels)
{
    if (!write_all(c->pipe, pixels, (size_t)c->width * c->height * ENCODER_BYTES_PER_PIXEL))
        return false;
    c->frames++;
    return true;
}

/* The first line of what ffmpeg said, cleaned; how it ended when it said nothing and failed, else "". */
static void read_error(const encoder *c, int status, char line[ENCODER_LINE])
{
    ssize_t length = pread(c->errors, line, ENCODER_LINE - 1, 0);
    line[length > 0 ? length : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fs_utf8_clean(line);
    if (line[0] == '\0' && WIFSIGNALED(status))
        snprintf(line, ENCODER_LINE, "it was killed by signal %d", WTERMSIG(status));
    else if (line[0] == '\0' && WEXITSTATUS(status) != 0)
        snprintf(line, ENCODER_LINE, "it ended with status %d", WEXITSTATUS(status));
}

/* On a full disk ffmpeg ends with status 0 and a file without an end, so what it says counts too: its errors alone are
 * asked for. */
bool encoder_close(encoder *c, char line[ENCODER_LINE])
{
    int status = 0;
    close(c->pipe);
    while (waitpid(c->process, &status, 0) < 0 && errno == EINTR)
        ;
    read_error(c, status, line);
    close(c->errors);
    if (line[0] != '\0' && c->is_new)
        unlink(c->path);
    return line[0] == '\0';
}

/* ffmpeg begins its file when it has a frame, or the end of its input. */
void encoder_abandon(encoder *c)
{
    FS_ASSERT(c->frames == 0);
    kill(c->process, SIGKILL);
    close(c->pipe);
    while (waitpid(c->process, NULL, 0) < 0 && errno == EINTR)
        ;
    close(c->errors);
}
