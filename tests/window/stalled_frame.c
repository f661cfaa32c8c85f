/* stalled_frame.c: a graphics driver whose frame takes long, as a library to be preloaded.
 *
 * Once the file `stall` is in the folder FIXSTEP_STALL, the next drawing of a frame makes the file `stalled` and then waits until `stall`
 * is gone. With the file `stall-at-key` it is what the driver does next after a key was read: it draws a frame, or ends its context where the
 * key closes the window before one is due. Every key that is read adds a byte to the file `keys`.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <SDL.h>
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static PFNGLDRAWARRAYSINSTANCEDPROC draw;
static bool key_was_read; /* while `stall-at-key` was there */

static void name_file(char path[512], const char *name)
{
    snprintf(path, 512, "%s/%s", getenv("FIXSTEP_STALL"), name);
}

static bool is_there(const char *name)
{
    char path[512];
    name_file(path, name);
    return access(path, F_OK) == 0;
}

static void add_byte(const char *name)
{
    char path[512];
    name_file(path, name);
    FILE *file = fopen(path, "a");
    if (file == NULL)
        return;
    fputc('.', file);
    fclose(file);
}

static void stall(void)
{
    add_byte("stalled");
    while (is_there("stall") || is_there("stall-at-key"))
        usleep(10000);
    key_was_read = false;
}

/* In place of the function of the driver, which it calls. */
static void draw_or_stall(GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
    if (key_was_read || is_there("stall"))
        stall();
    if (draw == NULL)
        draw = (PFNGLDRAWARRAYSINSTANCEDPROC)eglGetProcAddress("glDrawArraysInstanced");
    draw(mode, first, count, instances);
}

static int note_key(int got, const SDL_Event *event)
{
    if (got == 1 && event != NULL && event->type == SDL_KEYDOWN && getenv("FIXSTEP_STALL") != NULL) {
        add_byte("keys");
        key_was_read |= is_there("stall-at-key");
    }
    return got;
}

/* In place of SDL's, which they call. */
int SDL_PollEvent(SDL_Event *event)
{
    int (*poll)(SDL_Event *) = (int (*)(SDL_Event *))dlsym(RTLD_NEXT, "SDL_PollEvent");
    return note_key(poll(event), event);
}

int SDL_WaitEventTimeout(SDL_Event *event, int timeout)
{
    int (*await)(SDL_Event *, int) = (int (*)(SDL_Event *, int))dlsym(RTLD_NEXT, "SDL_WaitEventTimeout");
    return note_key(await(event, timeout), event);
}

/* In place of SDL's, which it calls. */
void SDL_GL_DeleteContext(SDL_GLContext context)
{
    void (*end)(SDL_GLContext) = (void (*)(SDL_GLContext))dlsym(RTLD_NEXT, "SDL_GL_DeleteContext");
    if (key_was_read)
        stall();
    end(context);
}

__attribute__((constructor)) static void replace_function(void)
{
    if (getenv("FIXSTEP_STALL") != NULL)
        epoxy_glDrawArraysInstanced = draw_or_stall;
}
