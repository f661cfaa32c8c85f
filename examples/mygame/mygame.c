/* mygame.c: a complete game for fixstep in one file: moon landing.
 *
 * Build it with `make` in this folder, then
 *
 *     fixstep-server --game ./mygame.so
 *     fixstep-client localhost --game ./mygame.so
 *     fixstep-client --local ./mygame.so
 *
 * A game is a list of fields, a table of functions, and four rules:
 *
 *   1. Everything that affects the future is a field of the state. No static
 *      variables, no pointers kept from one call to the next.
 *   2. step() computes with integers only: the fs_* formats. No float, no clock, no
 *      file, no rand(): on all machines a match must come out the same to the bit.
 *   3. step() accepts any input bytes. Players lie.
 *   4. One random draw in one statement: C does not say in which order two draws in
 *      the same expression happen.
 */
#include <fixstep/fixstep.h>
#include <stdio.h>
#include <string.h>

/* --- the state ---------------------------------------------------------------------
 *
 * Tables of columns: F(t, TYPE, name, "unit"). From these lists come the layout, the
 * hash, the snapshot, the replay and the names in a desync report. POS2 is a pair of
 * Q32.32 metres, VEL2 a pair of Q10.21 m/s; fixstep/state.h lists all types. */

#define MOON_FIELDS(F, t) F(t, POS2, pad, "m") /* middle of the landing pad, on the ground */
#define LANDER_FIELDS(F, t)                                         \
    F(t, POS2, pos, "m")                                            \
    F(t, VEL2, vel, "m/s")                                          \
    F(t, U16, fuel, "ticks")                                        \
    F(t, U16, wait, "ticks") /* until the next flight; 0: flying */ \
    F(t, U32, landings, "")                                         \
    F(t, U32, crashes, "")

#define MYGAME_TABLES(T, P, g) T(g, moon, MOON_FIELDS) T(g, lander, LANDER_FIELDS)
FS_SCHEMA(mygame, MYGAME_TABLES)
/* Now there are `struct mygame_view`, mygame_bind() and mygame_schema. The table
 * `world` (tick, hz, players, seed, rng) is in every state; the engine fills it. */

/* --- the options -------------------------------------------------------------------- */

enum { OPT_FUEL, OPT_GRAVITY, OPTIONS };
static const fs_option options[OPTIONS] = {
    [OPT_FUEL] = { "fuel", 20, 1, 120, "seconds of fuel for one engine" },
    [OPT_GRAVITY] = { "gravity", 160, 10, 300, "gravity, cm/s^2" },
};

/* Constants in metres and m/s: FS_POS(60) is 60 m, FS_VEL(4) is 4 m/s. F16() of libfixmath
 * is for drawing only. */
enum { HALF_WIDTH = 50, TOP = 60, HALF_PAD = 4, SAFE_DOWN = 2, SAFE_ASIDE = 1 };

/* --- start ---------------------------------------------------------------------------- */

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[mygame_T_moon] = 1;
    rows[mygame_T_lander] = config->players;
}

static void new_flight(struct mygame_view *v, const fs_config *config, uint32_t i)
{
    int64_t x = fs_rng_range64(v->world.rng, FS_POS(-HALF_WIDTH / 2), FS_POS(HALF_WIDTH / 2));
    v->lander.pos[i] = fs_pos2_make(x, FS_POS(TOP));
    v->lander.vel[i] = fs_vel2_zero();
    v->lander.fuel[i] = (uint16_t)(config->options[OPT_FUEL] * config->hz);
    v->lander.wait[i] = 0;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    fs_result result = fs_rows_resize(state, mygame_T_moon, 1);
    if (result == FS_OK)
        result = fs_rows_resize(state, mygame_T_lander, config->players);
    if (result != FS_OK)
        return result;
    struct mygame_view v;
    mygame_bind(state, &v);
    int64_t x = fs_rng_range64(v.world.rng, FS_POS(-HALF_WIDTH / 2), FS_POS(HALF_WIDTH / 2));
    v.moon.pad[0] = fs_pos2_make(x, 0);
    for (uint32_t i = 0; i < config->players; i++)
        new_flight(&v, config, i);
    return FS_OK;
}

/* --- one tick ---------------------------------------------------------------------------
 *
 * The configuration is the same in every call, so options need no copy in the state.
 * The input of a player is one byte of these bits. */
enum { UP = 1, LEFT = 2, RIGHT = 4, ALL = UP | LEFT | RIGHT };

static void sanitise(void *input)
{
    *(uint8_t *)input &= ALL;
}

static void fly(struct mygame_view *v, const fs_config *config, uint32_t i, uint8_t keys)
{
    uint32_t hz = config->hz;
    fs_wide gravity = fs_wide_from_ratio(config->options[OPT_GRAVITY], 100);
    if (v->lander.fuel[i] == 0)
        keys = 0;
    if ((keys & ALL) != 0)
        v->lander.fuel[i]--;
    /* fs_velocity_increment() spreads the rounding of gravity/hz over the ticks: no drift. */
    fs_vel pull = fs_velocity_increment(gravity, hz, *v->world.tick);
    fs_vel lift = (keys & UP) != 0 ? FS_VEL(4) / (int32_t)hz : 0;
    int aside = ((keys & RIGHT) != 0) - ((keys & LEFT) != 0);
    fs_vel2 push = fs_vel2_make(aside * FS_VEL(2) / (int32_t)hz, lift - pull);
    v->lander.vel[i] = fs_vel2_add(v->lander.vel[i], push); /* saturates */
    v->lander.pos[i] = fs_pos2_advance(v->lander.pos[i], v->lander.vel[i], hz);
}

/* Nobody leaves the picture: the sides and the top stop a lander. */
static void keep_inside(struct mygame_view *v, uint32_t i)
{
    fs_pos2 *pos = &v->lander.pos[i];
    pos->x = fs_clamp64(pos->x, FS_POS(-HALF_WIDTH), FS_POS(HALF_WIDTH));
    if (pos->y <= FS_POS(TOP))
        return;
    pos->y = FS_POS(TOP);
    v->lander.vel[i].y = fs_min32(v->lander.vel[i].y, 0);
}

static bool is_safe(const struct mygame_view *v, uint32_t i)
{
    fs_vel2 vel = v->lander.vel[i];
    return fs_absdiff64(v->lander.pos[i].x, v->moon.pad[0].x) <= (uint64_t)FS_POS(HALF_PAD) &&
           vel.y >= -FS_VEL(SAFE_DOWN) && fs_abs32(vel.x) <= FS_VEL(SAFE_ASIDE);
}

static void touch_down(struct mygame_view *v, uint32_t i)
{
    if (is_safe(v, i))
        v->lander.landings[i]++;
    else
        v->lander.crashes[i]++;
    v->lander.pos[i].y = 0;
    v->lander.vel[i] = fs_vel2_zero();
    v->lander.wait[i] = (uint16_t)(2u * *v->world.hz);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)scratch; /* memory for the step alone; this game needs none */
    struct mygame_view v;
    mygame_bind(state, &v);
    for (uint32_t i = 0; i < *v.lander.rows; i++) {
        if (!fs_input_present(inputs, i))
            continue;
        const uint8_t *keys = (const uint8_t *)fs_input(inputs, i);
        if (v.lander.wait[i] == 0)
            fly(&v, config, i, *keys);
        else if (--v.lander.wait[i] == 0)
            new_flight(&v, config, i);
        keep_inside(&v, i);
        if (v.lander.wait[i] == 0 && v.lander.pos[i].y <= 0)
            touch_down(&v, i);
    }
}

/* A snapshot may come from an untrusted peer: every value that step() relies on is checked here. */
static bool valid(const fs_state *state, const fs_config *config)
{
    return fs_state_rows(state, mygame_T_moon) == 1 && fs_state_rows(state, mygame_T_lander) == config->players;
}

/* Landings are the score; a round has no end of its own. */
static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct mygame_view v;
    mygame_peek(state, &v);
    for (uint32_t i = 0; i < config->players; i++)
        out->scores[i] = v.lander.landings[i];
    fs_standings_rank(out, config->players);
}

/* --- picture and keys: reads only, and never affects the match --------------------------- */

static void draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *d)
{
    struct mygame_view v;
    mygame_peek(state, &v);
    fix16_t pad = fs_fix16_from_pos(v.moon.pad[0].x), half = F16(HALF_PAD), width = F16(HALF_WIDTH);
    fs_draw_set_camera_2d(d, 0, F16(TOP / 2), F16(2 * HALF_WIDTH), F16(TOP + 6), 0x000010);
    fs_draw_segment(d, (fs_draw_point){ -width, 0, 0 }, (fs_draw_point){ width, 0, 0 }, 0x909090);
    fs_draw_box(d, (fs_draw_point){ pad - half, F16(-1), 0 }, (fs_draw_point){ pad + half, 0, 0 }, 0x40C040,
                FS_DRAW_FILLED);
    for (uint32_t i = 0; i < *v.lander.rows; i++) {
        fs_draw_point at = { fs_fix16_from_pos(v.lander.pos[i].x), fs_fix16_from_pos(v.lander.pos[i].y), 0 };
        fs_draw_circle(d, at, F16(1), i == slot ? 0xF8E86C : 0xC0C0C0, v.lander.wait[i] > 0 ? 0 : FS_DRAW_FILLED);
    }
    if (slot < *v.lander.rows) {
        char text[80];
        snprintf(text, sizeof text, "landings %u, crashes %u, fuel %u s", v.lander.landings[slot],
                 v.lander.crashes[slot], v.lander.fuel[slot] / config->hz);
        fs_draw_hud(d, 0xFFFFFF, text);
    }
}

static void keys(const fs_keys *held, void *input)
{
    *(uint8_t *)input = (uint8_t)(((held->held & FS_KEY_UP) != 0 ? UP : 0) |
                                  ((held->held & FS_KEY_LEFT) != 0 ? LEFT : 0) |
                                  ((held->held & FS_KEY_RIGHT) != 0 ? RIGHT : 0));
}

/* --- computer players: "random" and "idle" are required ----------------------------------- */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    *(uint8_t *)input = (uint8_t)fs_rng_below(rng, ALL + 1);
}

static void think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    (void)rng;
    *(uint8_t *)input = 0;
}

/* Falls slower the lower it is, and steers over the pad. */
static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct mygame_view v;
    mygame_peek(state, &v);
    int64_t height = v.lander.pos[slot].y / FS_POS_ONE,
            off = (v.moon.pad[0].x - v.lander.pos[slot].x) / (FS_POS_ONE / 10);
    fs_vel2 vel = v.lander.vel[slot];
    int64_t sink = -(1 + fs_clamp64(height, 0, TOP) / 10) * FS_VEL_ONE,
            drift = fs_clamp64(off, -30, 30) * FS_VEL_ONE / 10;
    if (vel.y < sink)
        *(uint8_t *)input |= UP;
    if (fs_absdiff64(vel.x, drift) > (uint64_t)FS_VEL(1) / 4)
        *(uint8_t *)input |= vel.x < drift ? RIGHT : LEFT;
}

static const fs_bot bots[] = {
    { "idle", "falls down", think_idle },
    { "pilot", "lands", think_pilot },
    { "random", "presses anything", think_random },
};

/* --- the one symbol that fixstep looks for -------------------------------------------------- */

FS_API extern const fs_game fixstep_game;
const fs_game fixstep_game = {
    .abi = FS_GAME_ABI,
    .name = "mygame",
    .title = "Moon landing",
    .controls = "up: engine, left and right: steer; land slowly on the pad",
    .schema = &mygame_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = 1,
    .min_players = 1,
    .max_players = 8,
    .default_players = 2,
    .bots = bots,
    .bot_count = sizeof bots / sizeof bots[0],
    .capacities = capacities,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = draw,
    .keys = keys,
    .valid = valid,
    .standings = standings,
};
