/* sailboat.c: the race of catamarans around buoys: its options, its start and its tick. */
#include "games/sailboat/sailboat.h"

#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rules.h>

#include "games/builtin.h"

enum { GUST_SECONDS = 4, WATER_DENSITY = 1025, CAPSIZED = 4 }; /* the mast leans by more than acos(1 / 4) */

enum option_index { OPT_FOILS, OPT_GUST, OPT_MARKS, OPT_RADIUS, OPT_WAIT, OPT_WIND, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_FOILS] = { "foils", 0, 0, 1, "hydrofoils lift the hulls" },
    [OPT_GUST] = { "gust", 10, 0, 50, "the wind varies by so much in strength and direction, dm/s" },
    [OPT_MARKS] = { "marks", 3, 3, SAILBOAT_MAX_MARKS, "buoys of a lap" },
    [OPT_RADIUS] = { "radius", 70, 40, 300, "of the course, m" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from a loss to the next start, tenths of a second" },
    [OPT_WIND] = { "wind", 80, 20, 150, "mean wind, dm/s" },
};

static uint32_t mark_count(const fs_config *config)
{
    return (uint32_t)config->options[OPT_MARKS];
}

static fs_world3_limits world_limits(const fs_config *config)
{
    return (fs_world3_limits){ .bodies = mark_count(config) + config->players,
                               .shapes = mark_count(config) + SAILBOAT_SHAPES * config->players,
                               .contacts = 128,
                               .joints = 1,
                               .materials = SAILBOAT_MATERIALS,
                               .hulls = 1 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = world_limits(config);
    fs_world3_capacities(&limits, &rows[sailboat_T_physics3]);
    fs_force3_capacities(SAILBOAT_GENERATORS * config->players, 4, SAILBOAT_FLUIDS, &rows[sailboat_T_force3]);
    rows[sailboat_T_mark] = mark_count(config);
    rows[sailboat_T_boat] = config->players;
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = world_limits(config);
    return fs_world3_scratch_size(&limits);
}

static void bind_world(fs_state *state, const fs_scratch *scratch, fs_world3 *w)
{
    fs_world3_bind(state, sailboat_T_physics3, scratch, w);
    fs_force3_bind(state, sailboat_T_force3, w);
}

/* ---- the start ------------------------------------------------------------------------------------------------------ */

/* The wind blows along +z. */
static fs_result add_fluids(fs_world3 *w, const fs_config *config)
{
    const fs_wide gust = fs_wide_from_ratio(config->options[OPT_GUST], 10);
    fs_fluid3_def water = fs_default_fluid3_def(), air = fs_default_fluid3_def();
    water.surface = true;
    water.density = fs_wide_from_int(WATER_DENSITY);
    air.velocity = fs_wide3_make(0, 0, fs_wide_from_ratio(config->options[OPT_WIND], 10));
    air.variation = fs_wide3_make(gust, 0, gust);
    air.period = GUST_SECONDS * FS_WIDE_ONE;
    air.seed = (uint32_t)config->seed;
    fs_result result = fs_fluid3_add(w, &water, NULL);
    return result == FS_OK ? fs_fluid3_add(w, &air, NULL) : result;
}

/* Wet and smooth: boats slide off each other and off buoys. */
static fs_result add_material(fs_world3 *w)
{
    fs_material3_def def = fs_default_material3_def();
    def.static_friction = def.dynamic_friction = 0;
    def.restitution = FS_UNIT_ONE / 4;
    return fs_material3_add(w, &def, NULL);
}

static fs_result build_buoy(fs_world3 *w, fs_pos3 at)
{
    fs_body3 buoy;
    fs_geometry3 shape;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.type = FS_BODY3_STATIC;
    form.material = SAILBOAT_SMOOTH;
    def.pos = at;
    fs_result result = fs_geometry3_cylinder(FS_REL_ONE * 6 / 10, FS_REL_ONE, fs_rel3_zero(), fs_quat_identity(),
                                             &shape);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &shape, &form, &buoy) : result;
}

static fs_result build_world(struct sailboat_view *v, fs_world3 *w, const fs_config *config)
{
    fs_result result = add_fluids(w, config);
    if (result == FS_OK)
        result = add_material(w);
    if (result == FS_OK)
        result = fs__sailboat_add_tensors(w);
    for (uint32_t i = 0; result == FS_OK && i < mark_count(config); i++) {
        fs__sailboat_place_mark(v, i, mark_count(config), config->options[OPT_RADIUS]);
        result = build_buoy(w, v->mark.at[i]);
    }
    for (uint32_t i = 0; result == FS_OK && i < config->players; i++)
        result = fs__sailboat_build_boat(w, config->options[OPT_FOILS] != 0);
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct sailboat_view v;
    fs_world3 w;
    const fs_world3_def def = fs_default_world3_def(config->hz);
    fs_result result = fs_kit_tables_fill(state, sailboat_T_mark, sailboat_T_boat + 1);
    if (result != FS_OK)
        return result;
    sailboat_bind(state, &v);
    bind_world(state, NULL, &w);
    result = fs_world3_init(&w, &def);
    return result == FS_OK ? build_world(&v, &w, config) : result;
}

/* ---- the race ------------------------------------------------------------------------------------------------------- */

static void finish_lap(struct sailboat_view *v, uint32_t slot)
{
    uint32_t ticks = v->boat.lap_ticks[slot], best = v->boat.best_ticks[slot];
    if (best == 0 || ticks < best)
        v->boat.best_ticks[slot] = ticks;
    if (v->boat.laps[slot] < UINT16_MAX)
        v->boat.laps[slot]++;
}

/* The lap starts and ends at the line of the first buoy. */
static void pass_mark(struct sailboat_view *v, uint32_t slot)
{
    uint32_t mark = v->boat.next[slot];
    if (v->boat.passed[slot] < UINT16_MAX)
        v->boat.passed[slot]++;
    if (mark == 0 && v->boat.passed[slot] > 1)
        finish_lap(v, slot);
    if (mark == 0)
        v->boat.lap_ticks[slot] = 0;
    v->boat.next[slot] = (uint8_t)((mark + 1) % *v->mark.rows);
}

static void lose_boat(struct sailboat_view *v, fs_world3 *w, const fs_config *config, uint32_t slot)
{
    fs__sailboat_remove(v, w, slot);
    v->boat.state[slot] = SAILBOAT_WAITING;
    v->boat.wait[slot] = (uint16_t)((uint32_t)config->options[OPT_WAIT] * config->hz / 10);
    if (v->boat.losses[slot] < UINT16_MAX)
        v->boat.losses[slot]++;
}

/* A boat that lies on its side, sinks or sails away is lost. */
static bool is_lost(const fs_world3 *w, uint32_t row, const fs_config *config)
{
    const fs_pos far = (config->options[OPT_RADIUS] + SAILBOAT_MARGIN) * FS_POS_ONE;
    fs_unit3 mast = fs_quat_unit(w->body.rot[row], fs_unit3_make(0, FS_UNIT_ONE, 0));
    return mast.y < FS_UNIT_ONE / CAPSIZED || fs_pos3_dist_sq_cmp(w->body.pos[row], fs_pos3_zero(), far) > 0;
}

static void judge_boat(struct sailboat_view *v, fs_world3 *w, const fs_config *config, uint32_t slot)
{
    uint32_t row = fs__sailboat_row(v, slot);
    if (is_lost(w, row, config)) {
        lose_boat(v, w, config, slot);
        return;
    }
    fs_pos3 now = w->body.pos[row];
    if (v->boat.lap_ticks[slot] < UINT32_MAX)
        v->boat.lap_ticks[slot]++;
    if (fs__sailboat_passes(v, v->boat.next[slot], v->boat.before[slot], now))
        pass_mark(v, slot);
    v->boat.before[slot] = now;
}

/* ---- a tick --------------------------------------------------------------------------------------------------------- */

static void leave(struct sailboat_view *v, fs_world3 *w, uint32_t row)
{
    struct sailboat_boat *boat = &v->boat;
    if (boat->state[row] == SAILBOAT_ABSENT)
        return;
    fs__sailboat_remove(v, w, row);
    SAILBOAT_BOAT_FIELDS(FS_KIT_ROW_CLEAR, boat)
}

static void apply_input(struct sailboat_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input)
{
    if (v->boat.state[slot] == SAILBOAT_SAILING)
        fs__sailboat_steer(v, w, slot, input);
    else if (v->boat.wait[slot] > 0)
        v->boat.wait[slot]--;
    else
        fs__sailboat_launch(v, w, slot);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct sailboat_view v;
    fs_world3 w;
    sailboat_bind(state, &v);
    bind_world(state, scratch, &w);
    for (uint32_t slot = 0; slot < *v.boat.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(&v, &w, slot, fs_input(inputs, slot));
        else
            leave(&v, &w, slot);
    }
    fs_world3_step(&w);
    for (uint32_t slot = 0; slot < *v.boat.rows; slot++)
        if (v.boat.state[slot] == SAILBOAT_SAILING)
            judge_boat(&v, &w, config, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

/* ---- states from elsewhere -------------------------------------------------------------------------------------------- */

static bool mark_valid(const struct sailboat_view *v, const fs_config *config, uint32_t mark)
{
    const fs_pos far = 2 * config->options[OPT_RADIUS] * FS_POS_ONE;
    return fs_kit_unit3_level(v->mark.out[mark]) && fs_pos3_dist_sq_cmp(v->mark.at[mark], fs_pos3_zero(), far) < 0;
}

static bool boat_valid(const struct sailboat_view *v, const fs_world3 *w, uint32_t slot)
{
    uint8_t state = v->boat.state[slot];
    bool disabled = (w->body.flags[fs__sailboat_row(v, slot)] & FS_BODY3_DISABLED) != 0;
    return state < SAILBOAT_STATES && v->boat.sheet[slot] <= SAILBOAT_FULL_SHEET &&
           fs_uabs32(v->boat.boom[slot]) <= FS_TURN_QUARTER && v->boat.next[slot] < *v->mark.rows &&
           disabled == (state != SAILBOAT_SAILING);
}

static bool bodies_valid(const struct sailboat_view *v, const fs_world3 *w)
{
    bool ok = *w->body.rows == *v->mark.rows + *v->boat.rows;
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body3_live(w, row) &&
             w->body.type[row] == (row < *v->mark.rows ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct sailboat_view v;
    fs_world3 w;
    if (!fs_kit_tables_full(state, sailboat_T_mark, sailboat_T_boat + 1))
        return false;
    sailboat_peek(state, &v);
    fs_world3_bind_readonly(state, sailboat_T_physics3, &w);
    fs_force3_bind_readonly(state, sailboat_T_force3, &w);
    bool ok = *w.material.rows == SAILBOAT_MATERIALS && *w.fluid.rows == SAILBOAT_FLUIDS &&
              *w.force.rows == SAILBOAT_GENERATORS * config->players && fs_world3_valid(&w) && bodies_valid(&v, &w);
    for (uint32_t i = 0; ok && i < *v.mark.rows; i++)
        ok = mark_valid(&v, config, i);
    for (uint32_t i = 0; ok && i < *v.boat.rows; i++)
        ok = boat_valid(&v, &w, i);
    return ok;
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct sailboat_view v;
    (void)config;
    sailboat_peek(state, &v);
    for (uint32_t i = 0; i < *v.boat.rows; i++)
        out->scores[i] = v.boat.passed[i];
    fs_standings_rank(out, *v.boat.rows);
}

const fs_game fs_game_sailboat = {
    .abi = FS_GAME_ABI,
    .name = "sailboat",
    .title = "A race of catamarans around buoys",
    .controls =
        "left and right or A and D steer, up or W hauls the sheet in, down or S eases it, space lets the crew trim it",
    .schema = &sailboat_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = SAILBOAT_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__sailboat_bots,
    .bot_count = SAILBOAT_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__sailboat_draw,
    .keys = fs__sailboat_keys,
    .valid = valid,
    .standings = standings,
};
