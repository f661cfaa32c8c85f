/* bar.c: see bar.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/bar.h"

#include <math.h>

#include "window/hud/batch_text.h"
#include "window/hud/palette.h"
#include "window/hud/paragraph.h"

enum { PANEL = 0xff101418u /* covers lines of chat */, LINE = 0xff505860u, MOST_SENTENCES = 4 };

static const float REACH = 0.8f; /* of a mark for the pointer, in heights of letters */

/* The line: left and right end, and y. */
typedef struct line {
    float left, right, y;
} line;

static line find_line(bar_area area)
{
    return (line){ area.letters, area.width - area.letters, area.height - 2.4f * area.letters };
}

static float x_of_tick(const match_info *info, const line *l, uint32_t tick)
{
    uint32_t ticks = info->last_tick - info->first_tick, at = tick > info->first_tick ? tick - info->first_tick : 0;
    return l->left + (l->right - l->left) * (ticks > 0 ? (float)at / (float)ticks : 0);
}

static uint32_t colour_of_mark(match_mark_kind kind)
{
    static const uint32_t
        colours[] = { [MARK_KEYFRAME] = DIM, [MARK_JOIN] = GREEN, [MARK_LEAVE] = AMBER, [MARK_DESYNC] = RED };
    return colours[kind];
}

/* Keyframes are short strokes below the line, who came and went stands above it, desyncs across it. */
static void draw_mark(fs_batch *b, const match_mark *mark, float x, float y, float height)
{
    static const struct {
        float above, below;
    } strokes[] = { [MARK_KEYFRAME] = { 0, 0.5f },
                    [MARK_JOIN] = { 0.6f, 0 },
                    [MARK_LEAVE] = { 0.6f, 0 },
                    [MARK_DESYNC] = { 0.7f, 0.7f } };
    fs_batch_add_segment(b, x, y - strokes[mark->kind].above * height, x, y + strokes[mark->kind].below * height,
                         0.14f * height, colour_of_mark(mark->kind));
}

void bar_draw(const match_info *info, bar_area area, fs_batch *b)
{
    const line l = find_line(area);
    float height = area.letters, place = info->last_tick > info->first_tick ? x_of_tick(info, &l, info->tick) : l.right;
    fs_batch_add_segment(b, l.left, l.y, l.right, l.y, 0.25f * height, LINE);
    fs_batch_add_segment(b, l.left, l.y, place, l.y, 0.25f * height, BLUE);
    for (uint32_t i = 0; i < info->mark_count; i++)
        draw_mark(b, &info->marks[i], x_of_tick(info, &l, info->marks[i].tick), l.y, height);
    /* A recording that is cut off ends at a red wall. */
    if (info->cut_off)
        fs_batch_add_segment(b, l.right, l.y - 0.8f * height, l.right, l.y + 0.8f * height, 0.3f * height, RED);
    fs_batch_add_disc(b, place, l.y, 0.45f * height, 0, WHITE);
}

static bool is_on_rows(bar_area area, double y)
{
    return y >= area.height - BAR_ROWS * area.letters && y <= area.height - 1.6f * area.letters;
}

static bool is_on_mark(const match_info *info, bar_area area, const line *l, uint32_t i, double x)
{
    return fabs(x - x_of_tick(info, l, info->marks[i].tick)) <= REACH * area.letters;
}

/* Sentences of one kind of marks, from `*bottom` upwards. */
static void draw_sentences(const match_info *info, bar_area area, double x, match_mark_kind kind, unsigned *count,
                           float *bottom, fs_batch *b)
{
    const line l = find_line(area);
    float room = area.width - 2 * area.letters;
    for (uint32_t i = 0; i < info->mark_count && *count < MOST_SENTENCES; i++) {
        const match_mark *mark = &info->marks[i];
        if (mark->kind != kind || mark->text[0] == '\0' || !is_on_mark(info, area, &l, i, x))
            continue;
        paragraph p = { .text = mark->text,
                        .height = 0.9f * area.letters,
                        .room = room,
                        .most = 3,
                        .argb = colour_of_mark(kind),
                        .panel = PANEL };
        float half = fminf(text_width(b, p.height, p.text), room) / 2;
        p.x = fminf(fmaxf((float)x - half, area.letters), area.width - area.letters - 2 * half);
        float rows = (float)paragraph_count_rows(b, &p);
        *bottom -= PARAGRAPH_STEP * p.height * rows;
        paragraph_draw(b, &p, *bottom + p.height);
        ++*count;
    }
}

void bar_draw_marks_at(const match_info *info, bar_area area, double x, double y, float bottom, fs_batch *b)
{
    unsigned count = 0;
    bottom -= 0.3f * area.letters;
    if (!is_on_rows(area, y))
        return;
    for (int kind = MARK_DESYNC; kind >= MARK_KEYFRAME; kind--)
        draw_sentences(info, area, x, (match_mark_kind)kind, &count, &bottom, b);
}

bool bar_hit(const match_info *info, bar_area area, double x, double y, bool snaps, double *part)
{
    const line l = find_line(area);
    float nearest = 0.5f * area.letters;
    if (!info->recording || (snaps && !is_on_rows(area, y)))
        return false;
    for (uint32_t i = 0; snaps && i < info->mark_count; i++) {
        float at = x_of_tick(info, &l, info->marks[i].tick), off = (float)fabs(x - at);
        if (info->marks[i].kind == MARK_KEYFRAME || off > nearest)
            continue;
        nearest = off;
        *part = l.right > l.left ? (at - l.left) / (l.right - l.left) : 0;
    }
    if (snaps && nearest < 0.5f * area.letters)
        return true;
    double p = l.right > l.left ? (x - l.left) / (l.right - l.left) : 0;
    *part = p < 0 ? 0 : p > 1 ? 1 : p;
    return true;
}
