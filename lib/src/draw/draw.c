/* draw.c: the draw list, filled by a game and read by the views.
 *
 * It only stores items, with numbers clamped to their documented ranges. A game has
 * no error to handle: items that do not fit are counted and dropped.
 */
#include <fixstep/draw.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum {
    FIRST_CAPACITY = 256,
    MAX_FOV_MILLITURNS = 499, /* half a turn is a plane, not a cone */
    MAX_GLOSS = 255,
    COLOUR_BITS = 0xffffff
};

/* An array that doubles up to a limit. */
typedef struct array {
    void *bytes;
    uint32_t used, capacity, limit;
    uint32_t size; /* bytes of one element */
} array;

struct fs_draw_list {
    fs_camera camera;
    array items, points, chars;
    uint32_t dropped;
    char names[FS_DRAW_MAX_NAMES][FS_DRAW_NAME_BYTES];
    uint64_t coloured; /* bit i: colours[i] was set */
    uint32_t colours[FS_DRAW_MAX_NAMES];
};
_Static_assert(FS_DRAW_MAX_NAMES <= 64, "a bit for each player");

static const fs_camera default_camera = { .dimensions = 2, .width = 16 * 65536, .height = 9 * 65536 };

/* --- memory ------------------------------------------------------------------ */

static bool array_reserve(array *p, size_t count)
{
    if (count > p->limit - p->used)
        return false;
    uint32_t need = p->used + (uint32_t)count;
    if (need <= p->capacity)
        return true;
    uint32_t capacity = p->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : p->capacity;
    while (capacity < need)
        capacity *= 2;
    if (capacity > p->limit)
        capacity = p->limit;
    void *bytes = realloc(p->bytes, (size_t)capacity * p->size);
    if (bytes == NULL)
        return false;
    p->bytes = bytes;
    p->capacity = capacity;
    return true;
}

/* Appends elements for which memory is reserved. Returns the index of the first. */
static uint32_t array_append(array *p, const void *elements, size_t count)
{
    FS_ASSERT(count <= p->capacity - p->used);
    uint32_t first = p->used;
    if (count > 0)
        memcpy((char *)p->bytes + (size_t)first * p->size, elements, count * p->size);
    p->used += (uint32_t)count;
    return first;
}

fs_result fs_draw_create(fs_draw_list **out)
{
    FS_ASSERT(out != NULL);
    *out = NULL;
    fs_draw_list *draw = calloc(1, sizeof *draw);
    if (draw == NULL)
        return FS_E_MEMORY;
    draw->items = (array){ .limit = FS_DRAW_MAX_ITEMS, .size = sizeof(fs_draw_item) };
    draw->points = (array){ .limit = FS_DRAW_MAX_POINTS, .size = sizeof(fs_draw_point) };
    draw->chars = (array){ .limit = FS_DRAW_MAX_CHARS, .size = 1 };
    draw->camera = default_camera;
    *out = draw;
    return FS_OK;
}

void fs_draw_destroy(fs_draw_list *draw)
{
    if (draw == NULL)
        return;
    free(draw->items.bytes);
    free(draw->points.bytes);
    free(draw->chars.bytes);
    free(draw);
}

void fs_draw_clear(fs_draw_list *draw)
{
    FS_ASSERT(draw != NULL);
    draw->items.used = 0;
    draw->points.used = 0;
    draw->chars.used = 0;
    draw->dropped = 0;
    draw->coloured = 0;
    draw->camera = default_camera;
}

static bool copy_array(array *to, const array *from)
{
    if (!array_reserve(to, from->used))
        return false;
    array_append(to, from->bytes, from->used);
    return true;
}

fs_result fs_draw_copy(fs_draw_list *to, const fs_draw_list *from)
{
    FS_ASSERT(to != NULL && from != NULL && to != from);
    fs_draw_clear(to);
    if (!copy_array(&to->items, &from->items) || !copy_array(&to->points, &from->points) ||
        !copy_array(&to->chars, &from->chars)) {
        fs_draw_clear(to);
        return FS_E_MEMORY;
    }
    to->dropped = from->dropped;
    to->camera = from->camera;
    to->coloured = from->coloured;
    memcpy(to->colours, from->colours, sizeof to->colours);
    memcpy(to->names, from->names, sizeof to->names);
    return FS_OK;
}

/* --- names and colours ------------------------------------------------------------------- */

/* Copies whole characters. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t n = fs__utf8_cut(text, size - 1);
    memcpy(out, text, n);
    out[n] = 0;
}

void fs_draw_set_name(fs_draw_list *draw, uint32_t slot, const char *name)
{
    FS_ASSERT(draw != NULL);
    if (slot < FS_DRAW_MAX_NAMES)
        copy_text(draw->names[slot], FS_DRAW_NAME_BYTES, name != NULL ? name : "");
}

void fs_draw_get_name(const fs_draw_list *draw, uint32_t slot, char *name, size_t size)
{
    FS_ASSERT(draw != NULL && size > 0);
    char digits[11], *first = digits + sizeof digits - 1;
    if (slot < FS_DRAW_MAX_NAMES && draw->names[slot][0] != 0) {
        copy_text(name, size, draw->names[slot]);
        return;
    }
    *first = 0;
    do {
        *--first = (char)('0' + slot % 10);
        slot /= 10;
    } while (slot > 0);
    copy_text(name, size, first);
}

uint32_t fs_draw_player_colour(uint32_t slot)
{
    static const uint32_t colours[8] = {
        0x4C9BE8, 0xE8664C, 0x63C963, 0xE8C547, 0xB983E8, 0x4CD0C8, 0xF08CB4, 0xA8B4BE
    };
    return colours[slot % 8];
}

void fs_draw_set_colour(fs_draw_list *draw, uint32_t slot, uint32_t colour)
{
    FS_ASSERT(draw != NULL);
    if (slot >= FS_DRAW_MAX_NAMES)
        return;
    draw->colours[slot] = colour & 0xffffff;
    draw->coloured |= (uint64_t)1 << slot;
}

uint32_t fs_draw_get_colour(const fs_draw_list *draw, uint32_t slot)
{
    FS_ASSERT(draw != NULL);
    bool set = slot < FS_DRAW_MAX_NAMES && (draw->coloured >> slot & 1);
    return set ? draw->colours[slot] : fs_draw_player_colour(slot);
}

/* --- the camera ---------------------------------------------------------------- */

void fs_draw_set_camera_2d(fs_draw_list *draw, fix16_t x, fix16_t y, fix16_t width, fix16_t height, uint32_t background)
{
    FS_ASSERT(draw != NULL);
    draw->camera = (fs_camera){ .dimensions = 2,
                                .centre = { x, y, 0 },
                                .width = width > 0 ? width : 1,
                                .height = height > 0 ? height : 1,
                                .background = background & COLOUR_BITS };
}

void fs_draw_set_camera_3d(fs_draw_list *draw, fs_draw_point eye, fs_draw_point target, uint32_t fov_milliturns,
                           uint32_t background)
{
    FS_ASSERT(draw != NULL);
    uint32_t fov = fov_milliturns > 0 ? fov_milliturns : 1;
    draw->camera = (fs_camera){ .dimensions = 3,
                                .centre = target,
                                .eye = eye,
                                .fov_milliturns = fov < MAX_FOV_MILLITURNS ? fov : MAX_FOV_MILLITURNS,
                                .background = background & COLOUR_BITS };
}

/* --- adding -------------------------------------------------------------------- */

/* Appends an item with all its points and text, or counts it as dropped. */
static void add_item(fs_draw_list *draw, fs_draw_item item, const fs_draw_point *points, size_t count, const char *text)
{
    FS_ASSERT(draw != NULL);
    FS_ASSERT(points != NULL || count == 0);
    size_t length = text != NULL ? fs__utf8_cut(text, FS_DRAW_MAX_TEXT) : 0;
    if (!array_reserve(&draw->points, count) || !array_reserve(&draw->chars, length) ||
        !array_reserve(&draw->items, 1)) {
        draw->dropped += draw->dropped < UINT32_MAX;
        return;
    }
    item.colour &= COLOUR_BITS;
    item.flags &= FS_DRAW_FLAG_BITS;
    item.size = item.size > 0 ? item.size : 0;
    item.first = array_append(&draw->points, points, count);
    item.count = (uint32_t)count;
    item.text = array_append(&draw->chars, text, length);
    item.length = (uint32_t)length;
    array_append(&draw->items, &item, 1);
}

void fs_draw_circle(fs_draw_list *draw, fs_draw_point centre, fix16_t radius, uint32_t colour, uint32_t flags)
{
    fs_draw_item item = { .kind = FS_DRAW_CIRCLE, .colour = colour, .flags = flags & FS_DRAW_FILLED, .size = radius };
    add_item(draw, item, &centre, 1, NULL);
}

void fs_draw_polygon(fs_draw_list *draw, const fs_draw_point *points, size_t count, uint32_t colour, uint32_t flags)
{
    fs_draw_item item = { .kind = FS_DRAW_POLYGON, .colour = colour, .flags = flags & FS_DRAW_FILLED };
    if (count > 0)
        add_item(draw, item, points, count, NULL);
}

void fs_draw_line(fs_draw_list *draw, const fs_draw_point *points, size_t count, uint32_t colour)
{
    fs_draw_item item = { .kind = FS_DRAW_LINE, .colour = colour };
    if (count > 0)
        add_item(draw, item, points, count, NULL);
}

void fs_draw_segment(fs_draw_list *draw, fs_draw_point from, fs_draw_point to, uint32_t colour)
{
    fs_draw_line(draw, (fs_draw_point[]){ from, to }, 2, colour);
}

/* A face of the box: bit 0, 1 and 2 of a corner choose low or high x, y and z. */
static void box_face(fs_draw_list *draw, const fs_draw_point ends[2], const uint8_t corners[4], uint32_t colour,
                     uint32_t flags)
{
    fs_draw_point face[4];
    for (unsigned i = 0; i < 4; i++) {
        uint8_t c = corners[i];
        face[i] = (fs_draw_point){ ends[c & 1].x, ends[c >> 1 & 1].y, ends[c >> 2 & 1].z };
    }
    fs_draw_polygon(draw, face, 4, colour, flags);
}

void fs_draw_box(fs_draw_list *draw, fs_draw_point low, fs_draw_point high, uint32_t colour, uint32_t flags)
{
    static const uint8_t faces[6][4] = { { 0, 1, 3, 2 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 },
                                         { 2, 3, 7, 6 }, { 0, 2, 6, 4 }, { 1, 3, 7, 5 } };
    const fs_draw_point ends[2] = { low, high };
    unsigned count = low.z == high.z ? 1 : 6;
    for (unsigned i = 0; i < count; i++)
        box_face(draw, ends, faces[i], colour, flags);
}

void fs_draw_text(fs_draw_list *draw, fs_draw_point at, fix16_t height, uint32_t colour, const char *text)
{
    FS_ASSERT(text != NULL);
    fs_draw_item item = { .kind = FS_DRAW_TEXT, .colour = colour, .size = height };
    add_item(draw, item, &at, 1, text);
}

void fs_draw_hud(fs_draw_list *draw, uint32_t colour, const char *text)
{
    FS_ASSERT(text != NULL);
    fs_draw_item item = { .kind = FS_DRAW_HUD, .colour = colour };
    add_item(draw, item, NULL, 0, text);
}

/* --- solids -------------------------------------------------------------------- */

static void add_solid(fs_draw_list *draw, fs_draw_kind kind, const fs_draw_point *points, size_t count, fix16_t radius,
                      fs_draw_material m)
{
    uint32_t gloss = m.gloss < MAX_GLOSS ? m.gloss : MAX_GLOSS;
    fs_draw_item item = { .kind = kind, .colour = m.colour, .size = radius };
    item.flags = FS_DRAW_FILLED | (m.flags & FS_DRAW_NO_SHADOW) | gloss << FS_DRAW_GLOSS_SHIFT;
    add_item(draw, item, points, count, NULL);
}

void fs_draw_sphere(fs_draw_list *draw, fs_draw_point centre, fix16_t radius, fs_draw_material material)
{
    add_solid(draw, FS_DRAW_SPHERE, &centre, 1, radius, material);
}

void fs_draw_capsule(fs_draw_list *draw, fs_draw_point a, fs_draw_point b, fix16_t radius, fs_draw_material material)
{
    add_solid(draw, FS_DRAW_CAPSULE, (fs_draw_point[]){ a, b }, 2, radius, material);
}

void fs_draw_cylinder(fs_draw_list *draw, fs_draw_point a, fs_draw_point b, fix16_t radius, fs_draw_material material)
{
    add_solid(draw, FS_DRAW_CYLINDER, (fs_draw_point[]){ a, b }, 2, radius, material);
}

void fs_draw_cone(fs_draw_list *draw, fs_draw_point base, fs_draw_point tip, fix16_t radius, fs_draw_material material)
{
    add_solid(draw, FS_DRAW_CONE, (fs_draw_point[]){ base, tip }, 2, radius, material);
}

void fs_draw_block(fs_draw_list *draw, fs_draw_point centre, fs_draw_point x, fs_draw_point y, fs_draw_point z,
                   fs_draw_material material)
{
    add_solid(draw, FS_DRAW_BLOCK, (fs_draw_point[]){ centre, x, y, z }, 4, 0, material);
}

void fs_draw_mesh(fs_draw_list *draw, const fs_draw_point *corners, size_t count, fs_draw_material material)
{
    if (count >= 3)
        add_solid(draw, FS_DRAW_MESH, corners, count - count % 3, 0, material);
}

/* --- reading ------------------------------------------------------------------- */

const fs_camera *fs_draw_camera(const fs_draw_list *draw)
{
    FS_ASSERT(draw != NULL);
    return &draw->camera;
}

const fs_draw_item *fs_draw_items(const fs_draw_list *draw, size_t *count)
{
    FS_ASSERT(draw != NULL);
    FS_ASSERT(count != NULL);
    *count = draw->items.used;
    return draw->items.bytes;
}

const fs_draw_point *fs_draw_points(const fs_draw_list *draw)
{
    FS_ASSERT(draw != NULL);
    return draw->points.bytes;
}

const char *fs_draw_chars(const fs_draw_list *draw)
{
    FS_ASSERT(draw != NULL);
    return draw->chars.bytes;
}

uint32_t fs_draw_dropped(const fs_draw_list *draw)
{
    FS_ASSERT(draw != NULL);
    return draw->dropped;
}
