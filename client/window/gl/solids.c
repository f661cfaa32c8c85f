/* solids.c: a shadow map, then one draw call into a multisampled picture. See solids.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/gl/solids.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#include "window/gl/program.h"
#include "window/gl/shaders_solid.h"

enum { SHADOW_SIDE = 2048, FAST_SHADOW_SIDE = 768, SAMPLES = 4 };

/* A surface is compared with the shadow map this many of the map's points outside of itself. */
static const float SHADOW_OFFSET = 1.8f;

struct solids {
    GLuint program, shadow_program, vertices, buffer;
    GLuint shadow_frame, shadow_map;
    GLuint frame, colour, depth; /* multisampled */
    int width, height;
    GLint samples;
    GLsizei shadow_side;
};

/* --- objects ---------------------------------------------------------------------------- */

static void set_attributes(void)
{
    const GLsizei stride = sizeof(fs_mesh_vertex);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(fs_mesh_vertex, x));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(fs_mesh_vertex, nx));
    glVertexAttribIPointer(2, 1, GL_UNSIGNED_INT, stride, (const void *)offsetof(fs_mesh_vertex, rgb));
    for (GLuint i = 0; i < 3; i++)
        glEnableVertexAttribArray(i);
}

/* What is outside of the map is lit. */
static void create_shadow_map(solids *s)
{
    const GLfloat far[4] = { 1, 1, 1, 1 };
    glGenTextures(1, &s->shadow_map);
    glBindTexture(GL_TEXTURE_2D, s->shadow_map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, s->shadow_side, s->shadow_side, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, far);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glGenFramebuffers(1, &s->shadow_frame);
    glBindFramebuffer(GL_FRAMEBUFFER, s->shadow_frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, s->shadow_map, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

/* Mesa's renderers without a graphics processor, those of Windows and of macOS. */
static bool is_software(void)
{
    static const char *const names[] = { "llvmpipe", "softpipe", "SWR", "Software", "software", "GDI Generic" };
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    for (size_t i = 0; renderer != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strstr(renderer, names[i]) != NULL)
            return true;
    return false;
}

static void create_objects(solids *s, bool fast)
{
    glGenVertexArrays(1, &s->vertices);
    glBindVertexArray(s->vertices);
    glGenBuffers(1, &s->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
    set_attributes();
    s->shadow_side = fast ? FAST_SHADOW_SIDE : SHADOW_SIDE;
    create_shadow_map(s);
    glGenFramebuffers(1, &s->frame);
    glGenRenderbuffers(1, &s->colour);
    glGenRenderbuffers(1, &s->depth);
    glGetIntegerv(GL_MAX_SAMPLES, &s->samples);
    s->samples = s->samples < 2 || fast ? 0 : s->samples < SAMPLES ? s->samples : SAMPLES;
}

solids *solids_create(solids_quality quality, char *why, size_t why_size)
{
    bool fast = quality == SOLIDS_FAST || (quality == SOLIDS_AUTO && is_software());
    solids *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->program = program_link(shader_solid_vertex, fast ? shader_solid_fragment_fast : shader_solid_fragment, why,
                              why_size);
    s->shadow_program = program_link(shader_shadow_vertex, shader_shadow_fragment, why, why_size);
    if (s->program == 0 || s->shadow_program == 0) {
        solids_destroy(s);
        return NULL;
    }
    create_objects(s, fast);
    return s;
}

void solids_destroy(solids *s)
{
    if (s == NULL)
        return;
    glDeleteRenderbuffers(1, &s->colour);
    glDeleteRenderbuffers(1, &s->depth);
    glDeleteFramebuffers(1, &s->frame);
    glDeleteFramebuffers(1, &s->shadow_frame);
    glDeleteTextures(1, &s->shadow_map);
    glDeleteBuffers(1, &s->buffer);
    glDeleteVertexArrays(1, &s->vertices);
    glDeleteProgram(s->program);
    glDeleteProgram(s->shadow_program);
    free(s);
}

static bool bind_frame(solids *s, int width, int height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, s->frame);
    if (s->width == width && s->height == height)
        return true;
    glBindRenderbuffer(GL_RENDERBUFFER, s->colour);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, s->samples, GL_SRGB8_ALPHA8, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, s->depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, s->samples, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s->colour);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, s->depth);
    bool good = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    s->width = good ? width : 0;
    s->height = good ? height : 0;
    return good;
}

/* --- drawing ------------------------------------------------------------------------------ */

/* The rows of the light's matrix are the columns of a transposed mat4x3. */
static void set_shadow_matrix(GLuint program, const fs_mesh_light *light)
{
    glUniformMatrix4x3fv(glGetUniformLocation(program, "shadow"), 1, GL_TRUE, &light->shadow[0][0]);
}

static void draw_shadow_map(solids *s, const fs_mesh_light *light)
{
    bool limited = glIsEnabled(GL_SCISSOR_TEST);
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, s->shadow_frame);
    glViewport(0, 0, s->shadow_side, s->shadow_side);
    glClear(GL_DEPTH_BUFFER_BIT);
    glUseProgram(s->shadow_program);
    set_shadow_matrix(s->shadow_program, light);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)light->casters);
    if (limited)
        glEnable(GL_SCISSOR_TEST);
}

static void set_light(const solids *s, const fs_mesh_light *l)
{
    GLuint program = s->program;
    float side = (float)s->shadow_side;
    const GLfloat directions[9] = { l->up[0],  l->up[1],   l->up[2],   l->key[0], l->key[1],
                                    l->key[2], l->fill[0], l->fill[1], l->fill[2] };
    set_shadow_matrix(program, l);
    glUniformMatrix3fv(glGetUniformLocation(program, "directions"), 1, GL_FALSE, directions);
    glUniform4f(glGetUniformLocation(program, "powers"), l->ground, l->sky, l->key_power, l->fill_power);
    glUniform4f(glGetUniformLocation(program, "shine"), l->shine, l->shininess, SHADOW_OFFSET * l->shadow_side / side,
                l->casters > 0 ? side : 0);
}

static void draw_lit(solids *s, solids_area area, const fs_mesh_light *light, size_t count)
{
    glViewport(area.left, area.bottom, area.width, area.height);
    glUseProgram(s->program);
    glUniform3f(glGetUniformLocation(s->program, "view"), 2 * light->scale / (float)area.width,
                2 * light->scale / (float)area.height, light->near_plane);
    set_light(s, light);
    glBindTexture(GL_TEXTURE_2D, s->shadow_map);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)count);
}

bool solids_draw(solids *s, unsigned frame, int width, int height, solids_area area, const float background[3],
                 const fs_mesh *mesh)
{
    size_t count;
    const fs_mesh_vertex *vertices = fs_mesh_vertices(mesh, &count);
    const fs_mesh_light *light = fs_mesh_lights(mesh);
    glBindVertexArray(s->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *vertices), vertices, GL_STREAM_DRAW);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    draw_shadow_map(s, light);
    bool good = bind_frame(s, width, height);
    if (good) {
        glEnable(GL_FRAMEBUFFER_SRGB);
        glClearColor(background[0], background[1], background[2], 1);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        draw_lit(s, area, light, count);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, s->frame);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    return good;
}
