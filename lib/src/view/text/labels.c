/* labels.c: boxes of texts, placed one after the other. See labels.h. */
#include "view/text/labels.h"

#include <math.h>

#include "base/utf8.h"

enum { MOST_LABELS = 64, MOST_LINES = 4 };

/* Mean width of a letter, and what two boxes may share of a line, in heights of letters. */
static const double ADVANCE = 0.58, SHARED = 0.2;

typedef struct label {
    fs__scene_item *item;
    double width, height, x, y; /* x: of the left end; y: of the base line, down */
} label;

static size_t count_letters(const char *text, size_t size)
{
    size_t count = 0, at = 0;
    while (at < size) {
        (void)fs__utf8_next(text, size, &at);
        count++;
    }
    return count;
}

static label make_label(fs__scene_item *item, const char *chars, fs__letter letter)
{
    double advance = letter.across > 0 ? letter.across : ADVANCE * item->size;
    return (label){ .item = item,
                    .width = advance * (double)count_letters(chars + item->first, item->count),
                    .height = letter.down > 0 ? letter.down : item->size,
                    .x = item->at.x,
                    .y = item->at.y };
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
static size_t gather_labels(fs__scene *scene, const char *chars, fs__letter letter, label labels[MOST_LABELS])
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
        labels[at] = make_label(item, chars, letter);
    }
    return count;
}

static bool covers(const label *a, const label *b)
{
    double shared = fmin(a->y, b->y) - fmax(a->y - a->height, b->y - b->height);
    return a->x < b->x + b->width && b->x < a->x + a->width && shared > SHARED * fmin(a->height, b->height);
}

/* The first of `count` labels that another one covers; `count` when there is none. */
static size_t find_covered(const label *labels, size_t count, const label *other)
{
    size_t i = 0;
    while (i < count && !covers(&labels[i], other))
        i++;
    return i;
}

/* Above the labels that are in the way, one after the other. */
static void place_label(const label *placed, size_t count, label *l)
{
    const double began = l->y;
    for (int lines = 0; lines <= MOST_LINES; lines++) {
        size_t i = find_covered(placed, count, l);
        if (i == count)
            return;
        l->y = placed[i].y - placed[i].height;
        if (l->y < l->height)
            break;
    }
    l->y = began;
}

void fs__labels_place(fs__scene *scene, const char *chars, fs__letter letter, fs__picture_size room)
{
    label labels[MOST_LABELS];
    size_t count = gather_labels(scene, chars, letter, labels);
    for (size_t i = 0; i < count; i++) {
        fit_label(&labels[i], room);
        place_label(labels, i, &labels[i]);
        labels[i].item->at.x = labels[i].x;
        labels[i].item->at.y = labels[i].y;
    }
}

unsigned fs__brightness(uint32_t colour)
{
    return ((colour >> 16 & 255) * 3 + (colour >> 8 & 255) * 6 + (colour & 255)) / 10;
}
