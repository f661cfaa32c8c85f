/* program.h: programs of the graphics processor from their sources. */
#ifndef FS_WINDOW_PROGRAM_H
#define FS_WINDOW_PROGRAM_H

#include <epoxy/gl.h>
#include <stddef.h>

/* 0 with a sentence. */
GLuint program_link(const char *vertex, const char *fragment, char *why, size_t why_size);

#endif
