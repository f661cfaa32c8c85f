/* explosion.c: the game of charges: its rules, its start and its tick.
 *
 * Rules: a bar that falls over the edge of the stage is a point for the player whose charge exploded near it last. When
 * no more than a quarter of the bars is left, the round ends and the towers stand again.
 */
#include "games/explosion/explosion.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

enum { CROSSHAIR_SPEED = 7 /* m/s */, SHARE_LEFT = 4 };

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_FORCE, OPT_LAYERS, OPT_RADIUS, OPT_TOWERS, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_FORCE] = { "force", 2500, 0, 20000, "largest force of the shock on a bar, N" },
    [OPT_LAYERS] = { "layers", 4, 1, EXPLOSION_MAX_LAYERS, "of two bars in a tower" },
    [OPT_RADIUS] = { "radius", 60, 20, 160, "reach of the shock, dm" },
    [OPT_TOWERS] = { "towers", 5, 1, EXPLOSION_MAX_TOWERS, "number of towers" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from the end of a round to the next, tenths of a second" },
};

static struct explosion_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct explosion_rules){
        .force = fs_wide_from_int((int32_t)o[OPT_FORCE]),
        .radius = fs_wide_from_ratio(o[OPT_RADIUS], 10),
        .towers = (uint32_t)o[OPT_TOWERS],
        .layers = (uint32_t)o[OPT_LAYERS],
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static uint32_t bar_count(const fs_config *config)
{
    return (uint32_t)(2 * config->options[OPT_LAYERS] * config->options[OPT_TOWERS]);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = fs__explosion_limits(bar_count(config));
    uint32_t charges = config->players * EXPLOSION_CHARGES;
    rows[explosion_T_rule] = 1;
    rows[explosion_T_stage] = 1;
    rows[explosion_T_player] = config->players;
    rows[explosion_T_charge] = charges;
    rows[explosion_T_blast] = charges;
    rows[explosion_T_bar] = bar_count(config);
    rows[explosion_T_physics] = 1;
    rows[explosion_T_smoke] = charges * EXPLOSION_PARTICLES;
    fs_world3_capacities(&limits, &rows[explosion_T_physics3]);
}

/* Smoke and bodies move one after the other in the same memory. */
static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = fs__explosion_limits(bar_count(config));
    size_t world = fs_world3_scratch_size(&limits);
    size_t smoke = fs_particles_scratch_size(config->players * EXPLOSION_CHARGES * EXPLOSION_PARTICLES);
    return world > smoke ? world : smoke;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct explosion_rules rules = read_options(config);
    struct explosion_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, explosion_T_rule, explosion_T_physics3);
    if (result != FS_OK)
        return result;
    explosion_bind(state, &v);
    explosion_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, smoke, physics);
    const fs_particle_world_def def = fs__explosion_smoke_def();
    result = fs_particle_world_make(&p, &def);
    fs_world3_bind(state, explosion_T_physics3, NULL, &w);
    return result == FS_OK ? fs__explosion_build(&w, &rules, config->hz) : result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct explosion_view *v, const struct fs_world3 *w)
{
    bool ok = *w->body.rows == EXPLOSION_FIRST_BAR + *v->bar.rows;
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body3_live(w, row) &&
             w->body.type[row] == (row == EXPLOSION_BODY_STAGE ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    return ok;
}

static bool players_valid(const struct explosion_view *v)
{
    const uint64_t edge = (uint64_t)EXPLOSION_EDGE * FS_POS_ONE;
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        fs_pos3 at = v->player.at[slot];
        ok = v->player.active[slot] <= 1 && fs_uabs64(at.x) <= edge && fs_uabs64(at.z) <= edge && at.y == 0;
    }
    return ok;
}

/* A fired charge explodes, any other does not. */
static bool charges_valid(const struct explosion_view *v)
{
    const struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    const fs_pos far = 2 * EXPLOSION_EDGE * FS_POS_ONE;
    bool ok = true;
    for (uint32_t i = 0; ok && i < *v->charge.rows; i++) {
        fs_explosion e = fs_explosion_get(&blasts, i);
        ok = v->charge.state[i] < EXPLOSION_CHARGE_STATES && e.on == (v->charge.state[i] == EXPLOSION_FIRED) &&
             fs_explosion_valid(&e) && fs_pos3_dist_sq_cmp(e.at, fs_pos3_zero(), far) < 0;
    }
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct explosion_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, explosion_T_rule, explosion_T_physics3))
        return false;
    explosion_peek(state, &v);
    fs_world3_bind_readonly(state, explosion_T_physics3, &w);
    struct explosion_rules expected = read_options(config), rules = explosion_rules_load(&v);
    const fs_particle_world_def def = fs__explosion_smoke_def();
    struct fs_particles p = FS_PARTICLES(v, smoke, physics);
    bool ok = explosion_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def) &&
              v.stage.wait[0] <= rules.wait_ticks && fs_world3_valid(&w) && bodies_valid(&v, &w) && players_valid(&v) &&
              charges_valid(&v);
    for (uint32_t bar = 0; ok && bar < *v.bar.rows; bar++)
        ok = v.bar.touched[bar] <= config->players;
    return ok;
}

/* --- players -------------------------------------------------------------------------------------- */

/* Who leaves takes the charges along and has no claim on a bar. */
static void remove_player(struct explosion_view *v, uint32_t row)
{
    struct explosion_player *player = &v->player;
    fs__explosion_clear(v, row);
    EXPLOSION_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++)
        if (v->bar.touched[bar] == row + 1)
            v->bar.touched[bar] = 0;
}

static void apply_input(struct explosion_view *v, const struct explosion_rules *rules, const struct fs_world3 *w,
                        uint32_t slot, const uint8_t *input)
{
    const uint8_t pressed = (uint8_t)(input[0] & ~v->player.held[slot]);
    fs_pos step = fs_div64_round(CROSSHAIR_SPEED * FS_POS_ONE, *v->world.hz);
    v->player.at[slot] = fs_kit_crosshair3_move(v->player.at[slot], fs_kit_seat3_heading(slot), input, step,
                                                EXPLOSION_EDGE * FS_POS_ONE);
    v->player.held[slot] = input[0];
    if ((pressed & FS_KEY_FIRE) != 0)
        fs__explosion_lay(v, slot);
    if ((pressed & FS_KEY_ALT) != 0)
        fs__explosion_fire(v, rules, w, slot);
}

static void update_players(struct explosion_view *v, const struct explosion_rules *rules, const struct fs_world3 *w,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot)) {
            v->player.active[slot] = 1;
            apply_input(v, rules, w, slot, fs_input(inputs, slot));
        } else if (v->player.active[slot]) {
            remove_player(v, slot);
        }
    }
}

/* --- rounds ----------------------------------------------------------------------------------------- */

/* A bar that has fallen waits, disabled, for the next round. */
static void take_fall(struct explosion_view *v, struct fs_world3 *w, uint32_t bar)
{
    uint32_t touched = v->bar.touched[bar];
    if (touched > 0)
        v->player.score[touched - 1]++;
    (void)fs_body3_set_enabled(w, fs_body3_at(w, EXPLOSION_FIRST_BAR + bar), false);
}

/* How many bars are left on the stage. */
static uint32_t take_falls(struct explosion_view *v, struct fs_world3 *w)
{
    uint32_t left = 0;
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++) {
        if (!fs__explosion_bar_stands(w, bar))
            continue;
        if (w->body.pos[EXPLOSION_FIRST_BAR + bar].y < -EXPLOSION_FALLEN * FS_POS_ONE)
            take_fall(v, w, bar);
        else
            left++;
    }
    return left;
}

static void end_round(struct explosion_view *v)
{
    fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
    v->stage.rounds[0]++;
}

static void update_round(struct explosion_view *v, const struct explosion_rules *rules, struct fs_world3 *w)
{
    uint32_t left = take_falls(v, w);
    if (v->stage.wait[0] > 0) {
        if (--v->stage.wait[0] > 0)
            return;
        end_round(v);
        fs__explosion_stack(v, w, rules);
    } else if (left <= *v->bar.rows / SHARE_LEFT) {
        v->stage.wait[0] = (uint16_t)rules->wait_ticks;
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct explosion_view v;
    struct fs_world3 w;
    explosion_bind(state, &v);
    fs__explosion_move_smoke(&v, fs_arena_make(scratch->bytes, scratch->size));
    fs_world3_bind(state, explosion_T_physics3, scratch, &w);
    struct explosion_rules rules = explosion_rules_load(&v);
    const struct fs_explosions blasts = FS_EXPLOSIONS(v, blast);
    update_players(&v, &rules, &w, inputs);
    (void)fs_world3_apply_explosions(&w, &blasts);
    fs_world3_step(&w);
    for (uint32_t charge = 0; charge < *v.charge.rows; charge++)
        fs__explosion_update_charge(&v, charge);
    update_round(&v, &rules, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct explosion_view v;
    explosion_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_explosion = {
    .abi = FS_GAME_ABI,
    .name = "explosion",
    .title = "Charges that blow towers of bars off a stage",
    .controls = "arrows or WASD move the crosshair, space lays a charge, x fires all that are laid",
    .schema = &explosion_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = EXPLOSION_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__explosion_bots,
    .bot_count = EXPLOSION_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__explosion_draw,
    .keys = fs__explosion_keys,
    .valid = valid,
    .standings = standings,
};
