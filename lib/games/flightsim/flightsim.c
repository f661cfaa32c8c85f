/* flightsim.c: the air race through hoops: its options, its start and its tick. */
#include "games/flightsim/flightsim.h"

#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rules.h>

#include "games/builtin.h"

enum option_index { OPT_GUST, OPT_HOOPS, OPT_RADIUS, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_GUST] = { "gust", 0, 0, 80, "strength of gusts, dm/s" },
    [OPT_HOOPS] = { "hoops", 8, 3, FLIGHTSIM_MAX_HOOPS, "hoops of a lap" },
    [OPT_RADIUS] = { "radius", 160, 100, 400, "of the course, m" },
    [OPT_WAIT] = { "wait", 15, 1, 100, "time from a crash to the next start, tenths of a second" },
};

static fs_world3_limits world_limits(const fs_config *config)
{
    return (fs_world3_limits){ .bodies = config->players,
                               .shapes = 1,
                               .contacts = 1,
                               .joints = 1,
                               .materials = 1,
                               .hulls = 1 };
}

/* An aircraft that starts again may do so before the generators of the lost one end. */
static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = world_limits(config);
    fs_world3_capacities(&limits, &rows[flightsim_T_physics3]);
    fs_force3_capacities(2 * FLIGHTSIM_GENERATORS * config->players, FLIGHTSIM_TENSORS, 1, &rows[flightsim_T_force3]);
    rows[flightsim_T_hoop] = (uint32_t)config->options[OPT_HOOPS];
    rows[flightsim_T_plane] = config->players;
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = world_limits(config);
    return fs_world3_scratch_size(&limits);
}

static void bind_world(fs_state *state, const fs_scratch *scratch, fs_world3 *w)
{
    fs_world3_bind(state, flightsim_T_physics3, scratch, w);
    fs_force3_bind(state, flightsim_T_force3, w);
}

static fs_result add_air(fs_world3 *w, const fs_config *config)
{
    const fs_wide gust = fs_wide_from_ratio(config->options[OPT_GUST], 10);
    fs_fluid3_def air = fs_default_fluid3_def();
    air.variation = fs_wide3_make(gust, gust / 2, gust);
    air.period = 2 * FS_WIDE_ONE;
    air.seed = (uint32_t)config->seed;
    return fs_fluid3_add(w, &air, NULL);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct flightsim_view v;
    fs_world3 w;
    const fs_world3_def def = fs_default_world3_def(config->hz);
    uint32_t hoops = (uint32_t)config->options[OPT_HOOPS];
    fs_result result = fs_rows_resize(state, flightsim_T_hoop, hoops);
    if (result == FS_OK)
        result = fs_rows_resize(state, flightsim_T_plane, config->players);
    if (result != FS_OK)
        return result;
    flightsim_bind(state, &v);
    for (uint32_t i = 0; i < hoops; i++)
        fs__flightsim_place_hoop(&v, i, hoops, config->options[OPT_RADIUS], (uint32_t)config->seed);
    bind_world(state, NULL, &w);
    result = fs_world3_init(&w, &def);
    if (result == FS_OK)
        result = add_air(&w, config);
    return result == FS_OK ? fs__flightsim_add_tensors(&w) : result;
}

/* ---- the race ------------------------------------------------------------------------------------------------------- */

static void finish_lap(struct flightsim_view *v, uint32_t slot)
{
    uint32_t ticks = v->plane.lap_ticks[slot], best = v->plane.best_ticks[slot];
    if (best == 0 || ticks < best)
        v->plane.best_ticks[slot] = ticks;
    if (v->plane.laps[slot] < UINT16_MAX)
        v->plane.laps[slot]++;
    v->plane.lap_ticks[slot] = 0;
}

/* The lap starts and ends at the first hoop. */
static void pass_hoop(struct flightsim_view *v, uint32_t slot)
{
    uint32_t hoop = v->plane.next[slot];
    if (v->plane.passed[slot] < UINT16_MAX)
        v->plane.passed[slot]++;
    if (hoop == 0 && v->plane.passed[slot] > 1)
        finish_lap(v, slot);
    else if (hoop == 0)
        v->plane.lap_ticks[slot] = 0;
    v->plane.next[slot] = (uint8_t)((hoop + 1) % *v->hoop.rows);
}

static void lose_plane(struct flightsim_view *v, fs_world3 *w, const fs_config *config, uint32_t slot)
{
    fs__flightsim_remove_body(v, w, slot);
    v->plane.state[slot] = FLIGHTSIM_WAITING;
    v->plane.wait[slot] = (uint16_t)((uint32_t)config->options[OPT_WAIT] * config->hz / 10);
    if (v->plane.crashes[slot] < UINT16_MAX)
        v->plane.crashes[slot]++;
}

/* What flew into the ground or away from the course is lost. */
static bool is_lost(fs_pos3 at, const fs_config *config)
{
    const uint64_t far = (uint64_t)(config->options[OPT_RADIUS] + 400) * (uint64_t)FS_POS_ONE;
    return at.y < FS_POS_ONE / 2 || fs_uabs64(at.x) > far || fs_uabs64(at.y) > far || fs_uabs64(at.z) > far;
}

static void judge_plane(struct flightsim_view *v, fs_world3 *w, const fs_config *config, uint32_t slot)
{
    uint32_t row;
    if (fs_body3_row(w, fs__flightsim_body(v, slot), &row) != FS_OK || is_lost(w->body.pos[row], config)) {
        lose_plane(v, w, config, slot);
        return;
    }
    fs_pos3 now = w->body.pos[row];
    if (v->plane.lap_ticks[slot] < UINT32_MAX)
        v->plane.lap_ticks[slot]++;
    if (fs__flightsim_passes(v, v->plane.next[slot], v->plane.before[slot], now))
        pass_hoop(v, slot);
    v->plane.before[slot] = now;
}

/* ---- a tick --------------------------------------------------------------------------------------------------------- */

static void leave(struct flightsim_view *v, fs_world3 *w, uint32_t row)
{
    struct flightsim_plane *plane = &v->plane;
    if (plane->state[row] == FLIGHTSIM_ABSENT)
        return;
    fs__flightsim_remove_body(v, w, row);
    FLIGHTSIM_PLANE_FIELDS(FS_KIT_ROW_CLEAR, plane)
}

static void apply_input(struct flightsim_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input)
{
    if (v->plane.state[slot] == FLIGHTSIM_FLYING)
        fs__flightsim_steer(v, w, slot, input);
    else if (v->plane.wait[slot] > 0)
        v->plane.wait[slot]--;
    else
        (void)fs__flightsim_launch(v, w, slot);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct flightsim_view v;
    fs_world3 w;
    flightsim_bind(state, &v);
    bind_world(state, scratch, &w);
    for (uint32_t slot = 0; slot < *v.plane.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(&v, &w, slot, fs_input(inputs, slot));
        else
            leave(&v, &w, slot);
    }
    fs_world3_step(&w);
    for (uint32_t slot = 0; slot < *v.plane.rows; slot++)
        if (v.plane.state[slot] == FLIGHTSIM_FLYING)
            judge_plane(&v, &w, config, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

/* ---- states from elsewhere -------------------------------------------------------------------------------------------- */

static bool is_near(fs_pos3 p)
{
    const uint64_t far = (uint64_t)1 << 44;
    return fs_uabs64(p.x) <= far && fs_uabs64(p.y) <= far && fs_uabs64(p.z) <= far;
}

static bool plane_valid(const struct flightsim_view *v, uint32_t i)
{
    return v->plane.state[i] < FLIGHTSIM_STATES && v->plane.next[i] < *v->hoop.rows && v->plane.pitch[i] != INT8_MIN &&
           v->plane.roll[i] != INT8_MIN && v->plane.yaw[i] != INT8_MIN;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct flightsim_view v;
    fs_world3 w;
    if (fs_state_rows(state, flightsim_T_hoop) != (uint32_t)config->options[OPT_HOOPS] ||
        fs_state_rows(state, flightsim_T_plane) != config->players)
        return false;
    flightsim_peek(state, &v);
    for (uint32_t i = 0; i < *v.hoop.rows; i++)
        if (!fs_kit_unit3_level(v.hoop.axis[i]) || !is_near(v.hoop.at[i]))
            return false;
    for (uint32_t i = 0; i < *v.plane.rows; i++)
        if (!plane_valid(&v, i))
            return false;
    fs_world3_bind_readonly(state, flightsim_T_physics3, &w);
    fs_force3_bind_readonly(state, flightsim_T_force3, &w);
    return *w.fluid.rows == 1 && *w.aero.rows == FLIGHTSIM_TENSORS && fs_world3_valid(&w);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct flightsim_view v;
    (void)config;
    flightsim_peek(state, &v);
    for (uint32_t i = 0; i < *v.plane.rows; i++)
        out->scores[i] = v.plane.passed[i];
    fs_standings_rank(out, *v.plane.rows);
}

const fs_game fs_game_flightsim = {
    .abi = FS_GAME_ABI,
    .name = "flightsim",
    .title = "An air race through hoops",
    .controls = "up and down raise and lower the nose, left and right bank, x with them steers, space full throttle",
    .schema = &flightsim_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = FLIGHTSIM_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__flightsim_bots,
    .bot_count = FLIGHTSIM_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__flightsim_draw,
    .keys = fs__flightsim_keys,
    .valid = valid,
    .standings = standings,
};
