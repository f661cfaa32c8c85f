/* overlay.c: status, help, graphs and the bar of a recording. See overlay.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/overlay.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/view/match_picture.h"
#include "window/hud/bar.h"
#include "window/hud/batch_text.h"
#include "window/hud/fields.h"
#include "window/hud/help.h"
#include "window/hud/palette.h"
#include "window/hud/paragraph.h"
#include "window/menu.h"
#include "window/hud/player_list.h"

enum {
    PANEL = 0xe8101418u,   /* hides what the game writes */
    FIGURES = 0xf4101418u, /* covers texts of the game */
    ALARM = 0xffb01818u,
    FULL_GRAPH_US = 33333, /* the height of a graph */
    SMALL_WIDTH = 480,
    SMALL_HEIGHT = 300 /* below either a window has one panel at a time */
};

static const float LEAST_LETTER = 6, GOOD_LETTER = 8; /* pixels */

void overlay_add_frame(overlay *o, uint32_t frame_us)
{
    o->graph.frame_us[o->graph.frames++ % OVERLAY_SAMPLES] = frame_us;
}

void overlay_add_slack(overlay *o, uint32_t slack_us)
{
    o->graph.slack_us[o->graph.slacks++ % OVERLAY_SAMPLES] = slack_us;
}

void overlay_add_step(overlay *o, uint32_t step_us)
{
    o->graph.step_us[o->graph.steps++ % OVERLAY_SAMPLES] = step_us;
}

static float text_height(const overlay *o)
{
    float h = (float)o->height / 40, w = (float)o->width / 60;
    float size = h < w ? h : w;
    float most = fmaxf(26, (float)o->height / 48);
    return size < 9 ? 9 : size > most ? most : size;
}

/* The height of the letters of a panel that is so many letters wide and high: the usual one, less where the panel would not
 * fit into the picture below `top`. */
static float fit_letters(const overlay *o, const match_info *info, float across, float down, float top)
{
    float free = (float)o->height - (float)overlay_bar_height(o, info) - top;
    return fminf(text_height(o), fminf((float)o->width / (across + 2), free / (down + 2)));
}

/* --- the lower rows --------------------------------------------------------------------- */

/* The rows of the status and of the bar of a recording. */
static float status_height(const overlay *o, const match_info *info)
{
    return text_height(o) * (info->recording ? BAR_ROWS : 1.6f);
}

/* What differs between two recordings stands in a band of its own, so that it hides neither picture. */
static float band_height(const overlay *o, const match_info *info)
{
    return info->compares ? fields_band_height((float)o->height, 0.8f * text_height(o)) : 0;
}

uint32_t overlay_bar_height(const overlay *o, const match_info *info)
{
    float rows = info->menu.shown ? 0 : status_height(o, info) + band_height(o, info);
    uint32_t height = (uint32_t)(rows + 0.5f);
    return height < o->height ? height : o->height - 1;
}

static void draw_band(const overlay *o, const match_info *info, fs_batch *b)
{
    float bottom = (float)o->height - status_height(o, info), height = band_height(o, info);
    if (height > 0)
        fields_draw_band(info, (fields_area){ 0, bottom - height, (float)o->width, bottom }, 0.8f * text_height(o), b);
}

/* What the displays share with the picture: the status lines of the game at the upper left keep their place. */
typedef struct free_room {
    float bottom; /* of the picture */
    float game_right, game_bottom;
    bool small; /* one panel at a time */
} free_room;

/* Of two pictures each has status lines: nothing stands beside them. */
static free_room find_room(const overlay *o, const match_info *info, const fs_draw_list *list, const fs_batch *b)
{
    free_room r = { .bottom = (float)(o->height - overlay_bar_height(o, info)),
                    .small = o->width < SMALL_WIDTH || o->height < SMALL_HEIGHT };
    uint32_t width = info->compares ? o->width / 2 : o->width;
    if (list == NULL || width == 0)
        return r;
    fs_batch_measure_hud(b, list, width, o->height - overlay_bar_height(o, info), &r.game_right, &r.game_bottom);
    r.game_right = info->compares && r.game_right > 0 ? (float)o->width : r.game_right;
    return r;
}

/* Up to where others have this state too: all players, or for somebody who watches the server, which signs it. */
static uint32_t confirmed_tick(const match_info *info)
{
    return info->watches ? info->verified_tick : info->agreed_tick;
}

static uint32_t agreement_colour(const match_info *info)
{
    if (info->desyncs > 0 || info->silent)
        return RED;
    return confirmed_tick(info) > 0 && !info->waits ? GREEN : AMBER;
}

/* What did not fit into the picture, in amber. Returns the x behind it. */
static float put_left_out(const overlay *o, uint32_t left_out, float x, float y, fs_batch *b)
{
    char sentence[64];
    float height = text_height(o);
    if (left_out == 0)
        return x;
    app_describe_left_out(left_out, sentence, sizeof sentence);
    fs_batch_add_disc(b, x + 0.35f * height, (float)o->height - 0.8f * height, 0.35f * height, 0, AMBER);
    put_text(b, x + 1.2f * height, y, height, AMBER, sentence);
    return x + 2.2f * height + text_width(b, height, sentence);
}

/* The blanks before the last part of a status line; NULL: there is one part. */
static char *find_last_part(char *status)
{
    char *last = NULL;
    for (char *at = strstr(status, "  "); at != NULL && at != status; at = strstr(at + 2, "  "))
        last = at;
    return last;
}

/* The first parts of a status line, two blanks apart, that fit into `room`; at least one, in letters that shrink for it. */
static float fit_status(const fs_batch *b, float room, float height, char *status)
{
    char *end;
    while (text_width(b, height, status) > room && (end = find_last_part(status)) != NULL)
        *end = '\0';
    float width = text_width(b, height, status);
    return width > room ? fmaxf(LEAST_LETTER - 1, height * room / width) : height;
}

/* At the right end of the status, where it leaves room from `left` on: a word about the help, and about sound that is off. */
static void put_hint(const overlay *o, float left, float y, fs_batch *b)
{
    const char *hint = o->muted ? "sound off (F4)   F1 help" : "F1 help";
    float height = text_height(o), width = text_width(b, height, hint), disc = o->muted ? 1.2f * height : 0;
    float x = (float)o->width - width - 0.6f * height;
    if (x - disc - 0.4f * height <= left)
        return;
    put_text(b, x, y, height, DIM, hint);
    if (o->muted)
        fs_batch_add_disc(b, x - 0.7f * height, (float)o->height - 0.8f * height, 0.35f * height, 0, AMBER);
}

static void draw_status(const overlay *o, const match_info *info, uint32_t left_out, fs_batch *b)
{
    float height = text_height(o), row = 1.6f * height, x = 0.6f * height, y = (float)o->height - 0.5f * height;
    float top = (float)(o->height - overlay_bar_height(o, info));
    fs_batch_add_rectangle(b, 0, top, (float)o->width, (float)o->height, BAR);
    if (info->online) {
        fs_batch_add_disc(b, x + 0.35f * height, (float)o->height - row / 2, 0.35f * height, 0, agreement_colour(info));
        x += 1.2f * height;
    }
    x = put_left_out(o, left_out, x, y, b);
    char shown[sizeof info->status];
    memcpy(shown, info->status, sizeof shown);
    float letters = fit_status(b, (float)o->width - x - 0.3f * height, height, shown);
    put_text(b, x, y, letters, WHITE, shown);
    put_hint(o, x + text_width(b, height, info->status) + height, y, b);
}

static bar_area find_bar(const overlay *o)
{
    return (bar_area){ (float)o->width, (float)o->height, text_height(o) };
}

bool overlay_bar_hit(const overlay *o, const match_info *info, double x, double y, bool snaps, double *part)
{
    return bar_hit(info, find_bar(o), x, y, snaps, part);
}

/* A sentence in the middle, in large letters that shrink until it fits into three rows. */
static paragraph make_notice(const overlay *o, const fs_batch *b, uint32_t argb, const char *text)
{
    enum { ROWS = 3 };
    float room = 0.9f * (float)o->width, usual = 1.6f * text_height(o), width = text_width(b, usual, text);
    float height = fmaxf(fmaxf(LEAST_LETTER, 0.5f * usual), width > room ? usual * room / width : usual);
    height = fminf(height, fmaxf(LEAST_LETTER, room / 8));
    return (paragraph){ .text = text,
                        .x = (float)o->width / 2,
                        .across = 0.5f,
                        .height = height,
                        .room = room,
                        .most = ROWS,
                        .argb = argb,
                        .panel = PANEL };
}

/* As many rows of it as stand above the status. Returns the next base line. */
static float put_notice(const overlay *o, const match_info *info, fs_batch *b, float y, uint32_t argb, const char *text)
{
    paragraph p = make_notice(o, b, argb, text);
    float room = (float)(o->height - overlay_bar_height(o, info)) - 0.4f * p.height - y;
    unsigned fit = room < 0 ? 0 : (unsigned)(room / (PARAGRAPH_STEP * p.height)) + 1;
    p.most = fit < p.most ? fit : p.most;
    paragraph_draw(b, &p, y);
    return y + PARAGRAPH_STEP * p.height * (float)paragraph_count_rows(b, &p);
}

/* The base line of a sentence a third down the picture, or below the corner and the status lines of the game where it would meet
 * them. */
static float place_notice(const overlay *o, const fs_batch *b, const char *text, const free_room *r,
                          taken_corner corner)
{
    const paragraph p = make_notice(o, b, WHITE, text);
    float half = fminf(text_width(b, p.height, text), p.room) / 2 + 0.5f * p.height, y = (float)o->height / 3;
    if (p.x - half < r->game_right && y - 1.1f * p.height < r->game_bottom)
        y = r->game_bottom + 1.2f * p.height;
    bool meets = p.x + half > corner.left && y - 1.1f * p.height < corner.bottom;
    return meets ? corner.bottom + 1.2f * p.height : y;
}

static float wider(float a, float b)
{
    return a > b ? a : b;
}

/* --- figures and graphs ---------------------------------------------------------------------- */

static uint32_t largest(const uint32_t *samples)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < OVERLAY_SAMPLES; i++)
        most = samples[i] > most ? samples[i] : most;
    return most;
}

/* One column per sample, the newest at the right. */
static void draw_graph(fs_batch *b, float left, float bottom, float width, float height, const uint32_t *samples,
                       unsigned written, uint32_t argb)
{
    float column = width / OVERLAY_SAMPLES;
    for (unsigned i = 0; i < OVERLAY_SAMPLES; i++) {
        uint32_t us = samples[(written + i) % OVERLAY_SAMPLES];
        float part = us < FULL_GRAPH_US ? (float)us / FULL_GRAPH_US : 1, x = left + column * (float)i;
        if (us > 0)
            fs_batch_add_rectangle(b, x, bottom - part * height, x + 0.8f * column, bottom, argb);
    }
}

static void draw_times(fs_batch *b, float x, float y, float height, float width, const char *name,
                       const uint32_t *samples, unsigned written, uint32_t argb)
{
    char text[96];
    uint32_t newest = written > 0 ? samples[(written - 1) % OVERLAY_SAMPLES] : 0, most = largest(samples);
    snprintf(text, sizeof text, "%s %" PRIu32 ".%02" PRIu32 " ms, longest %" PRIu32 ".%02" PRIu32 " ms", name,
             newest / 1000, newest / 10 % 100, most / 1000, most / 10 % 100);
    put_text(b, x, y, height, argb, text);
    draw_graph(b, x, y + 3.2f * height, width, 2.6f * height, samples, written, argb);
}

enum { FIGURE_ROWS = 6 };

static unsigned write_figures(const match_info *i, char rows[FIGURE_ROWS][96])
{
    unsigned n = 0;
    snprintf(rows[n++], 96, "tick %" PRIu32 ", %" PRIu32 " Hz, %" PRIu32 " player%s", i->tick, i->hz, i->players,
             i->players == 1 ? "" : "s");
    if (!i->online)
        return n;
    snprintf(rows[n++], 96, "delay %" PRIu32 " tick%s, round trip %" PRIu32 ".%" PRIu32 " ms", i->delay_ticks,
             i->delay_ticks == 1 ? "" : "s", i->rtt_us / 1000, i->rtt_us / 100 % 10);
    snprintf(rows[n++], 96, "inputs that came late %" PRIu32 ", repairs %" PRIu32 ", lost %" PRIu32 ".%" PRIu32 " %%",
             i->substituted, i->repairs, i->loss_permille / 10, i->loss_permille % 10);
    if (i->prediction[0] != '\0')
        snprintf(rows[n++], 96, "%s", i->prediction);
    if (i->desyncs > 0)
        snprintf(rows[n++], 96, "DESYNC: %" PRIu32 " seen", i->desyncs);
    else
        snprintf(rows[n++], 96, "state %s up to tick %" PRIu32, i->watches ? "verified" : "agreed", confirmed_tick(i));
    return n;
}

/* The panel of the figures: its letters, and how many letters it is wide and high. */
typedef struct figures {
    char rows[FIGURE_ROWS][96];
    unsigned count, graphs; /* of the graphs the first ones */
    float height, across, lines, left, top;
} figures;

/* With as many graphs; beside the status lines of the game, or below them where there is no room. */
static void fit_figures(const overlay *o, const match_info *info, const free_room *r, unsigned graphs, figures *f)
{
    float rows_below = info->result[0] != '\0' ? 6 : info->notice[0] != '\0' ? 3 : 0;
    f->graphs = graphs;
    f->lines = 1.4f * (float)f->count + 0.6f + 4.6f * (float)graphs;
    f->height = fit_letters(o, info, f->across, f->lines + rows_below, 0);
    f->left = (float)o->width - (f->across + 1) * f->height;
    f->top = f->height;
    if (f->left >= r->game_right + 0.5f * f->height || r->game_bottom <= 0)
        return;
    f->height = fit_letters(o, info, f->across, f->lines + rows_below, r->game_bottom);
    f->left = (float)o->width - (f->across + 1) * f->height;
    f->top = r->game_bottom + 0.5f * f->height;
}

static figures make_figures(const overlay *o, const match_info *info, const free_room *r, const fs_batch *b)
{
    figures f = { .count = 0 };
    unsigned graphs = 1 + (largest(o->graph.step_us) > 0) + info->online;
    float usual = text_height(o);
    f.count = write_figures(info, f.rows);
    f.across = 22;
    for (unsigned i = 0; i < f.count; i++)
        f.across = wider(f.across, text_width(b, usual, f.rows[i]) / usual + 1);
    do
        fit_figures(o, info, r, graphs, &f);
    while (f.height < fminf(usual, GOOD_LETTER) && graphs-- > 0);
    return f;
}

/* The panel stands at the upper right, and leaves room below it for a sentence; graphs give way where it is small. Returns what it
 * takes, nothing where there is no room for it. */
static taken_corner draw_graphs(const overlay *o, const match_info *info, const free_room *r, fs_batch *b)
{
    figures f = make_figures(o, info, r, b);
    bool timed = largest(o->graph.step_us) > 0;
    float height = f.height, x = f.left + 0.5f * height, room_of_graph = (f.across - 1) * height;
    if (height < LEAST_LETTER)
        return (taken_corner){ (float)o->width, 0 };
    float step = 1.4f * height, bottom = f.top + f.lines * height, y = f.top + step;
    fs_batch_add_rectangle(b, f.left, f.top, f.left + f.across * height, bottom, FIGURES);
    for (unsigned i = 0; i < f.count; i++, y += step) {
        bool verdict = info->online && i + 1 == f.count;
        put_text(b, x, y, height, verdict ? agreement_colour(info) : WHITE, f.rows[i]);
    }
    const overlay_graph *g = &o->graph;
    if (f.graphs > 0)
        draw_times(b, x, y, height, room_of_graph, "frame", g->frame_us, g->frames, BLUE);
    if (f.graphs > 1 && timed)
        draw_times(b, x, y += 4.6f * height, height, room_of_graph, "step", g->step_us, g->steps, GREEN);
    if (f.graphs > 1U + timed)
        draw_times(b, x, y += 4.6f * height, height, room_of_graph, "slack", g->slack_us, g->slacks, AMBER);
    return (taken_corner){ f.left, bottom };
}

/* --- the inspected body ------------------------------------------------------------------------ */

/* At the lower left, below the status lines of the game and what stands at the upper right where that reaches so far. Returns the right
 * border. */
static float draw_inspected(const overlay *o, const match_info *info, const free_room *r, taken_corner corner,
                            float above, fs_batch *b)
{
    float size = 0.8f * text_height(o), bottom = r->bottom - 2.4f * size;
    float least = r->small ? 7 : LEAST_LETTER, share = r->small ? 0.5f : 0.62f;
    fields_area area = { size, fmaxf(fmaxf(size, above), r->game_bottom + 0.5f * size), 0.5f * (float)o->width,
                         bottom };
    area.right = r->small ? (float)o->width - size : area.right;
    area.top = fmaxf(area.top, bottom - share * r->bottom);
    if (fields_measure(info, area, size, least, b) > corner.left)
        area.top = fmaxf(area.top, corner.bottom + 0.5f * size);
    return fields_draw(info, area, size, least, b);
}

/* --- desync ----------------------------------------------------------------------------------- */

/* Red rows over the picture; letters shrink until the sentence fits. Returns their height, 0 without a desync. */
static float draw_desync(const overlay *o, const match_info *info, fs_batch *b)
{
    float usual = text_height(o), bottom = (float)(o->height - overlay_bar_height(o, info));
    paragraph p = { .text = info->desync,
                    .x = 0.6f * usual,
                    .room = (float)o->width - 1.2f * usual,
                    .most = 3,
                    .argb = 0xffffffff,
                    .panel = ALARM };
    float width = text_width(b, usual, p.text);
    if (p.text[0] == '\0')
        return 0;
    p.height = fmaxf(fmaxf(LEAST_LETTER, 0.7f * usual), width > p.room ? usual * p.room / width : usual);
    while (p.most > 1 && (PARAGRAPH_STEP * (float)p.most + 0.3f) * p.height > bottom)
        p.most--;
    float down = fmaxf(1.8f * usual, (PARAGRAPH_STEP * (float)paragraph_count_rows(b, &p) + 0.3f) * p.height);
    fs_batch_add_rectangle(b, 0, bottom - down, (float)o->width, bottom, ALARM);
    paragraph_draw(b, &p, bottom - down + 1.2f * p.height);
    return down;
}

/* --- players -------------------------------------------------------------------------------------- */

/* The line that is being typed, or why there is none. Of a long one the end is seen. */
static void draw_entry(const overlay *o, const match_info *info, float y, fs_batch *b)
{
    char line[FS_MAX_CHAT + 8];
    snprintf(line, sizeof line, "say: %s_", o->chat.text);
    if (!o->chat.open)
        snprintf(line, sizeof line, "%s",
                 info->watches  ? "you watch: no line of yours reaches the players"
                 : info->online ? "no line can be written now"
                                : "nobody else plays who could read a line");
    paragraph p = { .text = line, .x = text_height(o), .height = text_height(o), .most = 1, .argb = AMBER };
    p.panel = PANEL;
    p.room = text_width(b, p.height, line);
    float over = p.x + p.room + 0.6f * p.height - (float)o->width;
    p.x -= over > 0 ? over : 0;
    paragraph_draw(b, &p, y);
}

/* The newest lines at the lower left, right of `left` and `above` the status, below them the line that is being typed. */
static void draw_talk(const overlay *o, const match_info *info, const free_room *r, float left, float above,
                      fs_batch *b)
{
    float height = text_height(o), step = PARAGRAPH_STEP * height;
    float y = (float)(o->height - overlay_bar_height(o, info)) - above - 0.8f * height;
    float most = fmaxf((float)o->height / 2, r->game_bottom + step);
    uint32_t lines = r->small && left > 0 ? 1 : info->news_fresh;
    paragraph p = { .x = left + height, .height = height, .most = r->small ? 2 : 3, .argb = WHITE, .panel = PANEL };
    if (r->small && left > (float)o->width / 2)
        return;
    p.room = (float)o->width - left - 2 * height;
    if (o->chat.open || o->no_chat) {
        draw_entry(o, info, y, b);
        y -= step;
    }
    for (uint32_t i = 0; i < info->news_fresh && i < lines && y > most; i++) {
        p.text = info->news[info->news_count - 1 - i];
        float rows = (float)paragraph_count_rows(b, &p);
        paragraph_draw(b, &p, y - step * (rows - 1));
        y -= step * rows;
    }
}

/* The result of the match, else why it stands still. Returns the base line below it; 0: there is neither. */
static float put_notices(const overlay *o, const match_info *info, const free_room *r, taken_corner corner, fs_batch *b)
{
    if (info->result[0] != '\0') {
        float y = put_notice(o, info, b, place_notice(o, b, info->result, r, corner), AMBER, info->result);
        return put_notice(o, info, b, y, WHITE, "any key leaves");
    }
    if (info->notice[0] == '\0')
        return 0;
    return put_notice(o, info, b, place_notice(o, b, info->notice, r, corner), info->silent ? RED : WHITE,
                      info->notice);
}

/* The list of players stands beside what the game says itself, below the graphs; F7 steps through its kinds. A small window has the
 * fields of a body, else the graphs, else the list. Returns the corner that both take. */
static taken_corner draw_standings(const overlay *o, const match_info *info, const fs_draw_list *list,
                                   const free_room *r, fs_batch *b)
{
    float height = text_height(o), width = (float)o->width;
    taken_corner graphs = { width, 0 }, listed = { width, 0 };
    if (r->small && info->inspected_count > 0)
        return graphs;
    if (o->graphs)
        graphs = draw_graphs(o, info, r, b);
    player_list_area area = { width, r->bottom, graphs.bottom };
    player_list_kind kind = player_list_kind_of(info, o->player_strokes);
    if (kind == PLAYER_LIST_WHOLE || (1 - PLAYER_LIST_SHARE) * width - height < r->game_right)
        area.top = fmaxf(area.top, r->game_bottom);
    if (!(r->small && graphs.bottom > 0))
        listed = player_list_draw(info, list, kind, area, 0.8f * height, b);
    return (taken_corner){ fminf(graphs.left, listed.left), fmaxf(graphs.bottom, listed.bottom) };
}

bool overlay_find_help(const overlay *o, const match_info *info, const fs_batch *b, fields_area *out)
{
    return o->help && !info->menu.shown && help_find(o, info, text_height(o), b, out);
}

void overlay_draw(const overlay *o, const match_info *info, const fs_draw_list *list, uint32_t left_out, fs_batch *b)
{
    if (info->menu.shown) {
        menu_draw(&info->menu, o->width, o->height, b);
        return;
    }
    const free_room r = find_room(o, info, list, b);
    draw_status(o, info, left_out, b);
    if (info->recording)
        bar_draw(info, find_bar(o), b);
    draw_band(o, info, b);
    taken_corner corner = draw_standings(o, info, list, &r, b);
    float below = put_notices(o, info, &r, corner, b), right = 0;
    if (info->inspected_count > 0)
        right = draw_inspected(o, info, &r, corner, below, b);
    float alarm = draw_desync(o, info, b);
    draw_talk(o, info, &r, right, alarm, b);
    if (info->recording)
        bar_draw_marks_at(info, find_bar(o), o->pointer_x, o->pointer_y, r.bottom - alarm, b);
    if (o->help && !help_draw(o, info, text_height(o), b))
        put_notice(o, info, b, (float)o->height / 3, BLUE, "help: larger window");
}
