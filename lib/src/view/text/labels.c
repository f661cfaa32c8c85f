/* labels.c: boxes of texts, placed one after the other. See labels.h. */
#include "view/text/labels.h"

#include <math.h>

#include "base/utf8.h"

enum { MOST_LABELS = 64, MOST_LINES = 4 };

/* Mean width of a letter, and what two boxes may share of a line, in heights of letters. */
static const double ADVANCE = 0.58, SHARED = 0.2;

typedef struct label {
    fs__scene_item *item;
    double width, height, y; /* y: of the base line, down */
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

static label make_label(fs__scene_item *item, const char *chars, fs__letter least)
{
    double letter = fmax(least.across, ADVANCE * item->size);
    return (label){ .item = item,
                    .width = letter * (double)count_letters(chars + item->first, item->count),
                    .height = fmax(least.down, item->size),
                    .y = item->at.y };
}

/* The first texts of the scene by their place in the list. */
static size_t gather_labels(fs__scene *scene, const char *chars, fs__letter least, label labels[MOST_LABELS])
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
        labels[at] = make_label(item, chars, least);
    }
    return count;
}

static bool covers(const label *a, const label *b)
{
    double shared = fmin(a->y, b->y) - fmax(a->y - a->height, b->y - b->height);
    return a->item->at.x < b->item->at.x + b->width && b->item->at.x < a->item->at.x + a->width &&
           shared > SHARED * fmin(a->height, b->height);
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
    for (int lines = 0; lines <= MOST_LINES; lines++) {
        size_t i = find_covered(placed, count, l);
        if (i == count)
            return;
        l->y = placed[i].y - placed[i].height;
        if (l->y < l->height)
            break;
    }
    l->y = l->item->at.y;
}

void fs__labels_separate(fs__scene *scene, const char *chars, fs__letter least)
{
    label labels[MOST_LABELS];
    size_t count = gather_labels(scene, chars, least, labels);
    for (size_t i = 0; i < count; i++) {
        place_label(labels, i, &labels[i]);
        labels[i].item->at.y = labels[i].y;
    }
}

unsigned fs__brightness(uint32_t colour)
{
    return ((colour >> 16 & 255) * 3 + (colour >> 8 & 255) * 6 + (colour & 255)) / 10;
}
