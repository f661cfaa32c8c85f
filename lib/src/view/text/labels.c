/* labels.c: boxes of texts, placed one after the other. See labels.h. */
#include "view/text/labels.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* The brightness of letters that can be read on a light and on a dark panel. */
enum { READABLE_ON_LIGHT = 90, READABLE_ON_DARK = 120 };

enum { MOST_LABELS = 64, MOST_LINES = 4, MOST_STEPS = 8, WAYS = 4 };

/* Mean width of a letter, and what two boxes may share of a line, in heights of letters. */
static const double ADVANCE = 0.58, SHARED = 0.2;
/* How far a name may go, in heights of its letters. */
static const double MOST_WAY = 8;

typedef struct label {
    fs__scene_item *item;
    double width, height, x, y; /* x: of the left end; y: of the base line, down */
    bool is_name;               /* of a player */
} label;

/* What is in the way of a label: the labels placed before it, and for a name the taken areas. */
typedef struct obstacles {
    const label *placed;
    size_t count;
    const fs__labels_room *room;
} obstacles;

static size_t count_letters(const char *text, size_t size)
{
    size_t count = 0, at = 0;
    while (at < size) {
        (void)fs__utf8_next(text, size, &at);
        count++;
    }
    return count;
}

static bool contains(const char *text, size_t size, const char *part, size_t part_size)
{
    for (size_t at = 0; at + part_size <= size; at++)
        if (memcmp(text + at, part, part_size) == 0)
            return true;
    return false;
}

/* Whether a text is the name of a player, or has one: games add signs. A slot without a name has its number, which other texts
 * have too, such as those on balls: numbers are names where no slot has another name. */
static bool is_name(const fs_draw_list *draw, const fs__scene_item *item)
{
    const char *text = fs_draw_chars(draw) + item->first;
    bool is_number = false, any_named = false;
    for (uint32_t slot = 0; slot < FS_DRAW_MAX_NAMES; slot++) {
        char name[FS_DRAW_NAME_BYTES];
        fs_draw_get_name(draw, slot, name, sizeof name);
        size_t size = strlen(name);
        bool named = strspn(name, "0123456789") < size;
        if (named && contains(text, item->count, name, size))
            return true;
        any_named |= named;
        is_number |= !named && size == item->count && memcmp(text, name, size) == 0;
    }
    return is_number && !any_named;
}

static double measure_text(const fs__scene_item *item, const char *text, fs__letter letter, fs__text_font font)
{
    if (font.width != NULL)
        return font.width(font.context, item->size, text, item->count);
    return (letter.across > 0 ? letter.across : ADVANCE * item->size) * (double)count_letters(text, item->count);
}

static label make_label(fs__scene_item *item, const fs_draw_list *draw, fs__letter letter, fs__text_font font)
{
    return (label){ .item = item,
                    .width = measure_text(item, fs_draw_chars(draw) + item->first, letter, font),
                    .height = letter.down > 0 ? letter.down : item->size,
                    .x = item->at.x,
                    .y = item->at.y,
                    .is_name = is_name(draw, item) };
}

/* From `low` on `size` units that are partly within 0..`room`: where they are wholly within. */
static double fit_into(double low, double size, double room)
{
    if (low >= room || low + size <= 0 || size > room)
        return low;
    return fmin(fmax(low, 0), room - size);
}

/* What a border of the picture cuts is moved inside it. */
static void fit_label(label *l, fs__picture_size room)
{
    l->x = fit_into(l->x, l->width, room.across);
    l->y = fit_into(l->y - l->height, l->height, room.down) + l->height;
}

/* The first texts of the scene by their place in the list. */
static size_t gather_labels(fs__scene *scene, const fs_draw_list *draw, fs__letter letter, fs__text_font font,
                            label labels[MOST_LABELS])
{
    size_t count = 0;
    for (size_t i = 0; i < scene->item_count; i++) {
        fs__scene_item *item = &scene->items[i];
        size_t at = count;
        if (item->kind != FS_DRAW_TEXT || (count == MOST_LABELS && item->order >= labels[MOST_LABELS - 1].item->order))
            continue;
        at = count < MOST_LABELS ? count++ : MOST_LABELS - 1;
        for (; at > 0 && labels[at - 1].item->order > item->order; at--)
            labels[at] = labels[at - 1];
        labels[at] = make_label(item, draw, letter, font);
    }
    return count;
}

static bool covers(const label *a, const label *b)
{
    double shared = fmin(a->y, b->y) - fmax(a->y - a->height, b->y - b->height);
    return a->x < b->x + b->width && b->x < a->x + a->width && shared > SHARED * fmin(a->height, b->height);
}

/* The borders of the first thing in the way of a label; false when there is none. */
static bool find_obstacle(const obstacles *o, const label *l, fs__area *out)
{
    for (size_t i = 0; i < o->count; i++) {
        const label *p = &o->placed[i];
        *out = (fs__area){ p->x, p->y - p->height, p->x + p->width, p->y };
        if (covers(p, l))
            return true;
    }
    for (size_t i = 0; l->is_name && i < o->room->count; i++) {
        *out = o->room->taken[i];
        if (l->x < out->right && out->left < l->x + l->width && l->y - l->height < out->bottom && out->top < l->y)
            return true;
    }
    return false;
}

/* Beyond an obstacle: 0 above, 1 below, 2 right, 3 left of it. */
static void pass(label *l, const fs__area *obstacle, unsigned way)
{
    switch (way) {
    case 0: l->y = obstacle->top; break;
    case 1: l->y = obstacle->bottom + l->height; break;
    case 2: l->x = obstacle->right; break;
    default: l->x = obstacle->left - l->width; break;
    }
}

static bool is_inside(const label *l, const fs__labels_room *room)
{
    return l->x >= 0 && l->x + l->width <= room->picture.across && l->y >= l->height && l->y <= room->picture.down;
}

/* Whether a label becomes free when it goes one way, past `steps` obstacles at most; `l` is there then. */
static bool go(const obstacles *o, label *l, unsigned way, int steps)
{
    fs__area obstacle;
    while (find_obstacle(o, l, &obstacle)) {
        if (steps-- == 0)
            return false;
        pass(l, &obstacle, way);
        if (way == 0 && l->y < l->height)
            return false;
    }
    return true;
}

/* The nearest free place of a name. */
static void go_nearest(const obstacles *o, label *l)
{
    const label began = *l;
    double least = MOST_WAY * l->height;
    for (unsigned way = 0; way < WAYS; way++) {
        label tried = began;
        bool free = go(o, &tried, way, MOST_STEPS);
        double far = fabs(tried.x - began.x) + fabs(tried.y - began.y);
        if (!free || far >= least || !is_inside(&tried, o->room))
            continue;
        least = far;
        *l = tried;
    }
}

/* Above the labels that are in the way, one after the other. */
static void place_label(const obstacles *o, label *l)
{
    label above = *l;
    bool near = go(o, &above, 0, MOST_LINES) && l->y - above.y <= (MOST_LINES + 1) * l->height;
    if (near)
        *l = above;
    else if (l->is_name)
        go_nearest(o, l);
}

static bool is_name_item(const label labels[], size_t count, const fs__scene_item *item)
{
    for (size_t i = 0; i < count; i++)
        if (labels[i].item == item)
            return labels[i].is_name;
    return false;
}

/* Names are painted last, so that no later shape, such as a layer of the physics, covers them. */
static void raise_names(fs__scene *scene, const label labels[], size_t count)
{
    fs__scene_item names[MOST_LABELS];
    size_t kept = 0, raised = 0;
    for (size_t i = 0; i < scene->item_count; i++) {
        fs__scene_item *item = &scene->items[i];
        if (item->kind == FS_DRAW_TEXT && is_name_item(labels, count, item))
            names[raised++] = *item;
        else
            scene->items[kept++] = *item;
    }
    if (raised > 0) /* an empty picture has no items */
        memcpy(scene->items + kept, names, raised * sizeof names[0]);
}

void fs__labels_place(fs__scene *scene, const fs_draw_list *draw, fs__letter letter, fs__labels_room room)
{
    label labels[MOST_LABELS];
    size_t count = gather_labels(scene, draw, letter, room.font, labels);
    for (size_t i = 0; i < count; i++) {
        const obstacles o = { labels, i, &room };
        fit_label(&labels[i], room.picture);
        place_label(&o, &labels[i]);
        labels[i].item->at.x = labels[i].x;
        labels[i].item->at.y = labels[i].y;
    }
    raise_names(scene, labels, count);
}

uint32_t fs__readable(uint32_t colour, bool on_light)
{
    unsigned bright = fs__brightness(colour);
    if (on_light && bright > READABLE_ON_LIGHT)
        return fs__colour_scale(colour, (double)READABLE_ON_LIGHT / bright);
    if (on_light || bright >= READABLE_ON_DARK)
        return colour;
    /* The part of white that is missing. */
    double white = (double)(READABLE_ON_DARK - bright) / (255 - bright);
    uint32_t mixed = fs__colour_scale(colour, 1 - white), share = (uint32_t)(255 * white);
    return mixed + (share << 16 | share << 8 | share);
}

unsigned fs__brightness(uint32_t colour)
{
    return ((colour >> 16 & 255) * 3 + (colour >> 8 & 255) * 6 + (colour & 255)) / 10;
}
