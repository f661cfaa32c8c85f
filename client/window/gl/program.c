/* program.c: compiles and links. See program.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/gl/program.h"

#include <stdio.h>

static GLuint compile_shader(GLenum kind, const char *source, char *why, size_t why_size)
{
    GLuint shader = glCreateShader(kind);
    GLint good = 0;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good)
        return shader;
    int length = snprintf(why, why_size, "the graphics driver refuses a shader: ");
    if (length > 0 && (size_t)length < why_size)
        glGetShaderInfoLog(shader, (GLsizei)(why_size - (size_t)length), NULL, why + length);
    glDeleteShader(shader);
    return 0;
}

GLuint program_link(const char *vertex_source, const char *fragment_source, char *why, size_t why_size)
{
    GLuint program = 0;
    GLuint vertex = compile_shader(GL_VERTEX_SHADER, vertex_source, why, why_size);
    GLuint fragment = vertex != 0 ? compile_shader(GL_FRAGMENT_SHADER, fragment_source, why, why_size) : 0;
    GLint good = 0;
    if (fragment != 0) {
        program = glCreateProgram();
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &good);
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    if (program == 0 || good)
        return program;
    snprintf(why, why_size, "the graphics driver cannot link the shaders");
    glDeleteProgram(program);
    return 0;
}
