/* pair.c: see pair.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/pair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/difference.h"
#include "app/workers.h"

/* --- opening ----------------------------------------------------------------------------------- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The state after the first unequal tick; `last` + 1 when there is none. */
static uint32_t find_unequal(const pair *p)
{
    uint32_t tick = smaller(p->comparison.input_tick, p->comparison.hash_tick);
    return tick < p->last ? larger(tick + 1, p->first) : p->last + 1;
}

static bool open_other(pair *p, const char *path, const char *game_file, int *code, char why[APP_ERROR_BYTES])
{
    if (!recording_open(&p->right, path, game_file, code, why))
        return false;
    *code = 2;
    if (p->left.game != p->right.game) {
        snprintf(why, APP_ERROR_BYTES, "the recordings are of two games: %s and %s", p->left.game->name,
                 p->right.game->name);
        return false;
    }
    fs_result result = fs_replay_compare(p->left.replay, p->right.replay, p->left.game, app_workers_process_tasks(),
                                         &p->comparison, NULL, NULL);
    if (result != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "the recordings cannot be compared: %s", fs_result_text(result));
        return false;
    }
    p->compares = true;
    p->first = larger(p->left.first, p->right.first);
    p->last = smaller(p->left.last, p->right.last);
    *code = 0;
    uint32_t unequal = find_unequal(p);
    return pair_seek(p, unequal <= p->last ? unequal : p->first, why);
}

bool pair_open(pair *p, const char *path, const char *other, const char *game_file, int *code,
               char why[APP_ERROR_BYTES])
{
    *p = (pair){ .compares = false };
    if (!recording_open(&p->left, path, game_file, code, why))
        return false;
    p->first = p->left.first;
    p->last = p->left.last;
    return other == NULL || open_other(p, other, game_file, code, why);
}

void pair_close(pair *p)
{
    recording_close(&p->left);
    recording_close(&p->right);
}

/* --- moving -------------------------------------------------------------------------------------- */

bool pair_seek(pair *p, int64_t tick, char why[APP_ERROR_BYTES])
{
    char kept[APP_ERROR_BYTES];
    uint32_t before = pair_tick(p), at = tick < p->first ? p->first : tick > p->last ? p->last : (uint32_t)tick;
    if (!recording_seek(&p->left, at, why))
        return false;
    if (!p->compares || recording_seek(&p->right, at, why))
        return true;
    recording_seek(&p->left, before, kept);
    return false;
}

/* Repairs may leave gaps in either recording, so the one behind follows until both stand at one tick. */
bool pair_step(pair *p)
{
    uint32_t tick = pair_tick(p);
    bool good = tick < p->last && recording_advance(&p->left, tick + 1);
    while (good && p->compares && pair_tick(p) != recording_tick(&p->right)) {
        bool leads = pair_tick(p) > recording_tick(&p->right);
        good = leads ? recording_advance(&p->right, pair_tick(p))
                     : recording_advance(&p->left, recording_tick(&p->right));
    }
    return good;
}

uint32_t pair_tick(const pair *p)
{
    return recording_tick(&p->left);
}

static bool is_cut_off(const recording *r, uint32_t last)
{
    return r->replay != NULL && r->last == last && fs_replay_get_info(r->replay)->end == FS_REPLAY_TRUNCATED;
}

const char *pair_cut_off(const pair *p)
{
    if (is_cut_off(&p->left, p->last))
        return p->compares ? "the left recording" : "the recording";
    return p->compares && is_cut_off(&p->right, p->last) ? "the right recording" : NULL;
}

bool pair_differs(const pair *p)
{
    return p->left.differs || p->right.differs;
}

/* --- differences ----------------------------------------------------------------------------------- */

void pair_describe(const pair *p, char *text, size_t size)
{
    const fs_comparison *c = &p->comparison;
    snprintf(text, size, "%s", "");
    if (!p->compares)
        return;
    if (c->input_tick == UINT32_MAX && c->hash_tick == UINT32_MAX)
        snprintf(text, size, "equal in %s%" PRIu32 " tick%s", c->ticks == 1 ? "" : "all ", c->ticks,
                 c->ticks == 1 ? "" : "s");
    else if (c->input_tick == UINT32_MAX)
        snprintf(text, size, "equal inputs, unequal state from tick %" PRIu32 " on", c->hash_tick);
    else if (c->hash_tick == UINT32_MAX)
        snprintf(text, size, "unequal inputs from tick %" PRIu32 " on, equal states", c->input_tick);
    else
        snprintf(text, size, "unequal inputs from tick %" PRIu32 " on, state from tick %" PRIu32 " on", c->input_tick,
                 c->hash_tick);
}

typedef struct listing {
    const fs_schema *schema;
    match_info *info;
} listing;

static bool list_difference(void *context, const fs_difference *d)
{
    listing *l = context;
    char path[64], left[48], right[48];
    if (l->info->difference_count == DIFFERENCE_ROWS)
        return false;
    fs_value_path(l->schema, d->ref, path, sizeof path);
    app_side_text(l->schema, d->ref, d->left, d->left_exists, left, sizeof left);
    app_side_text(l->schema, d->ref, d->right, d->right_exists, right, sizeof right);
    snprintf(l->info->differences[l->info->difference_count++], INSPECTED_TEXT, "%.50s  %.34s | %.34s", path, left,
             right);
    return true;
}

void pair_list_differences(const pair *p, match_info *info)
{
    if (!p->compares)
        return;
    const fs_state *left = fs_sim_state(fs_playback_sim(p->left.playback));
    const fs_state *right = fs_sim_state(fs_playback_sim(p->right.playback));
    listing l = { .schema = fs_state_schema(left), .info = info };
    snprintf(info->differences[0], INSPECTED_TEXT, "what differs after tick %" PRIu32 ": left | right", pair_tick(p));
    info->difference_count = 1;
    info->compares = true;
    if (fs_state_diff(left, right, list_difference, &l) == 0)
        snprintf(info->differences[0], INSPECTED_TEXT, "nothing differs after tick %" PRIu32, pair_tick(p));
}
