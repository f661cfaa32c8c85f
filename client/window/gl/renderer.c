/* renderer.c: one draw call per part of a frame. See renderer.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/gl/renderer.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "window/gl/program.h"
#include "window/gl/shaders.h"
#include "window/gl/solids.h"

enum { GL_3_3 = 33, BYTES_PER_PIXEL = 4 };

struct renderer {
    GLuint program, vertices, buffer, atlas;
    GLuint frame, pixels; /* the framebuffer and its texture */
    GLint picture;        /* uniform */
    GLsizei width, height;
    solids *solids;
};

/* --- buffers ------------------------------------------------------------------------ */

static void set_attributes(void)
{
    const GLsizei stride = sizeof(fs_instance);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(fs_instance, ax));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(fs_instance, cx));
    glVertexAttribIPointer(2, 2, GL_UNSIGNED_INT, stride, (const void *)offsetof(fs_instance, kind));
    for (GLuint i = 0; i < 3; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
}

static void create_buffers(renderer *r)
{
    glGenVertexArrays(1, &r->vertices);
    glBindVertexArray(r->vertices);
    glGenBuffers(1, &r->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, r->buffer);
    set_attributes();
    glGenTextures(1, &r->atlas);
    glBindTexture(GL_TEXTURE_2D, r->atlas);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &r->frame);
    glGenTextures(1, &r->pixels);
    r->picture = glGetUniformLocation(r->program, "picture");
}

renderer *renderer_create(solids_quality quality, char *why, size_t why_size)
{
    if (!epoxy_is_desktop_gl() || epoxy_gl_version() < GL_3_3) {
        snprintf(why, why_size, "the window needs OpenGL 3.3; the graphics driver has %d.%d", epoxy_gl_version() / 10,
                 epoxy_gl_version() % 10);
        return NULL;
    }
    renderer *r = calloc(1, sizeof *r);
    if (r == NULL) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    r->program = program_link(shader_vertex, shader_fragment, why, why_size);
    r->solids = r->program != 0 ? solids_create(quality, why, why_size) : NULL;
    if (r->solids == NULL) {
        renderer_destroy(r);
        return NULL;
    }
    create_buffers(r);
    return r;
}

void renderer_destroy(renderer *r)
{
    if (r == NULL)
        return;
    glDeleteTextures(1, &r->pixels);
    glDeleteFramebuffers(1, &r->frame);
    glDeleteTextures(1, &r->atlas);
    glDeleteBuffers(1, &r->buffer);
    glDeleteVertexArrays(1, &r->vertices);
    glDeleteProgram(r->program);
    solids_destroy(r->solids);
    free(r);
}

void renderer_set_atlas(renderer *r, const uint8_t *coverage)
{
    glBindTexture(GL_TEXTURE_2D, r->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, RENDERER_ATLAS_SIDE, RENDERER_ATLAS_SIDE, 0, GL_RED, GL_UNSIGNED_BYTE,
                 coverage);
    glGenerateMipmap(GL_TEXTURE_2D);
}

/* --- frames ------------------------------------------------------------------------- */

/* A picture of that size to draw into; kept while the size stays the same. */
static bool bind_frame(renderer *r, uint32_t width, uint32_t height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, r->frame);
    if (r->width == (GLsizei)width && r->height == (GLsizei)height)
        return true;
    glBindTexture(GL_TEXTURE_2D, r->pixels);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, r->pixels, 0);
    bool good = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    r->width = good ? (GLsizei)width : 0;
    r->height = good ? (GLsizei)height : 0;
    return good;
}

/* The linear value of a byte of sRGB (IEC 61966-2-1). */
static float decode_srgb(uint32_t byte)
{
    float c = (float)(byte & 255) / 255;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

/* The background, and the solids of a mesh on it. */
static bool draw_ground(renderer *r, const renderer_picture *p)
{
    const float colour[3] = { decode_srgb(p->background >> 16), decode_srgb(p->background >> 8),
                              decode_srgb(p->background) };
    const solids_area area = { (int)p->left, (int)p->bar, r->width - (int)p->left - (int)p->right,
                               r->height - (int)p->bar };
    size_t vertices = 0;
    if (p->mesh != NULL)
        fs_mesh_vertices(p->mesh, &vertices);
    if (vertices > 0)
        return solids_draw(r->solids, r->frame, r->width, r->height, area, colour, p->mesh);
    glClearColor(colour[0], colour[1], colour[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    return true;
}

/* Limits drawing and clearing to the columns of a part. */
static void limit_to_part(const renderer *r, const renderer_picture *p)
{
    glScissor((GLint)p->left, (GLint)p->bar, r->width - (GLsizei)(p->left + p->right), r->height - (GLsizei)p->bar);
    if (p->part == RENDERER_FIRST || p->part == RENDERER_NEXT)
        glEnable(GL_SCISSOR_TEST);
    else
        glDisable(GL_SCISSOR_TEST);
}

bool renderer_draw(renderer *r, const renderer_picture *p)
{
    if (!bind_frame(r, p->width, p->height))
        return false;
    glEnable(GL_FRAMEBUFFER_SRGB);
    limit_to_part(r, p);
    if (p->part != RENDERER_OVER && !draw_ground(r, p))
        return false;
    glViewport(0, 0, r->width, r->height);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    glUseProgram(r->program);
    glUniform3f(r->picture, (float)p->width, (float)p->height, (float)p->left);
    glBindTexture(GL_TEXTURE_2D, r->atlas);
    glBindVertexArray(r->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, r->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(p->count * sizeof *p->instances), p->instances, GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)p->count);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    return true;
}

void renderer_show(const renderer *r)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, r->frame);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, r->width, r->height, 0, 0, r->width, r->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

static void flip_rows(uint8_t *bytes, size_t row, size_t rows)
{
    for (size_t i = 0; i < rows / 2; i++)
        for (size_t j = 0; j < row; j++) {
            uint8_t upper = bytes[i * row + j];
            bytes[i * row + j] = bytes[(rows - 1 - i) * row + j];
            bytes[(rows - 1 - i) * row + j] = upper;
        }
}

uint8_t *renderer_read(const renderer *r, uint32_t *width, uint32_t *height)
{
    *width = (uint32_t)r->width;
    *height = (uint32_t)r->height;
    size_t row = (size_t)r->width * BYTES_PER_PIXEL, rows = (size_t)r->height;
    uint8_t *bytes = row * rows > 0 ? malloc(row * rows) : NULL;
    if (bytes == NULL)
        return NULL;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, r->frame);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, r->width, r->height, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    flip_rows(bytes, row, rows);
    return bytes;
}
