/* stalled_frame.c: a graphics driver whose frame takes long, as a library to be preloaded.
 *
 * Once the file `stall` is in the folder FIXSTEP_STALL, the next drawing of a frame makes the file `stalled` and then waits until `stall`
 * is gone.
 */
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static PFNGLDRAWARRAYSINSTANCEDPROC draw;

static void name_file(char path[512], const char *name)
{
    snprintf(path, 512, "%s/%s", getenv("FIXSTEP_STALL"), name);
}

static void stall(void)
{
    char path[512];
    name_file(path, "stalled");
    FILE *file = fopen(path, "w");
    if (file != NULL)
        fclose(file);
    name_file(path, "stall");
    while (access(path, F_OK) == 0)
        usleep(10000);
}

/* In place of the function of the driver, which it calls. */
static void draw_or_stall(GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
    char path[512];
    name_file(path, "stall");
    if (access(path, F_OK) == 0)
        stall();
    if (draw == NULL)
        draw = (PFNGLDRAWARRAYSINSTANCEDPROC)eglGetProcAddress("glDrawArraysInstanced");
    draw(mode, first, count, instances);
}

__attribute__((constructor)) static void replace_function(void)
{
    if (getenv("FIXSTEP_STALL") != NULL)
        epoxy_glDrawArraysInstanced = draw_or_stall;
}
