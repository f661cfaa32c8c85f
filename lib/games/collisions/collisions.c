/* collisions.c: the game of collisions: its rules, its start and its tick. */
#include "games/collisions/collisions.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    CHANGES_HZ = 10, /* steps of e per second while its key is held */
    FLINGS_HZ = 2    /* at most */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_BALLS, OPT_E, OPT_FLING, OPT_SOFT, OPT_SPEED, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BALLS] = { "balls", 16, 1, COLLISIONS_MAX_BALLS, "number of balls" },
    [OPT_E] = { "e", 100, 0, COLLISIONS_MAX_RESTITUTION,
                "restitution at the start, percent; above 100 hits gain energy" },
    [OPT_FLING] = { "fling", 20, 1, 200, "impulse that a player gives, N s" },
    [OPT_SOFT] = { "soft", 25, 0, 100, "share of balls that bounce badly, percent" },
    [OPT_SPEED] = { "speed", 50, 0, 150, "of the start on either axis at most, dm/s" },
};

static struct collisions_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct collisions_rules){
        .balls = (uint32_t)o[OPT_BALLS],
        .soft_share = (uint32_t)o[OPT_SOFT],
        .fling = fs_wide_from_int((int32_t)o[OPT_FLING]),
        .start_speed = fs_vel_from_ratio(o[OPT_SPEED], 10),
        .rest_ticks = config->hz / FLINGS_HZ,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = fs__collisions_limits((uint32_t)config->options[OPT_BALLS]);
    rows[collisions_T_rule] = 1;
    rows[collisions_T_arena] = 1;
    rows[collisions_T_player] = config->players;
    rows[collisions_T_ball] = (uint32_t)config->options[OPT_BALLS];
    rows[collisions_T_hit] = COLLISIONS_HITS;
    fs_world2_capacities(&limits, &rows[collisions_T_physics2]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = fs__collisions_limits((uint32_t)config->options[OPT_BALLS]);
    return fs_world2_scratch_size(&limits);
}

/* --- start ------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct collisions_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, collisions_T_rule, collisions_T_physics2);
    if (result != FS_OK)
        return result;
    struct collisions_view v;
    struct fs_world2 w;
    collisions_bind(state, &v);
    collisions_rules_store(&v, &rules);
    v.arena.restitution[0] = (uint16_t)config->options[OPT_E];
    fs_world2_bind(state, collisions_T_physics2, NULL, &w);
    return fs__collisions_build(&v, &w, config->hz);
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct fs_world2 *w, uint32_t balls)
{
    bool ok = *w->body.rows == balls + COLLISIONS_WALLS && *w->material.rows == balls + 2;
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body2_live(w, row) && w->body.first_shape[row] != 0 &&
             w->body.type[row] == (row < balls ? FS_BODY2_DYNAMIC : FS_BODY2_STATIC);
    return ok;
}

static bool rows_valid(const struct collisions_view *v, const struct collisions_rules *rules)
{
    bool ok = v->arena.restitution[0] <= COLLISIONS_MAX_RESTITUTION && v->arena.next_hit[0] < COLLISIONS_HITS;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++)
        ok = v->player.active[slot] <= 1 && v->player.ball[slot] < rules->balls &&
             v->player.fling_cooldown[slot] <= rules->rest_ticks;
    for (uint32_t ball = 0; ok && ball < rules->balls; ball++)
        ok = v->ball.restitution_share[ball] <= 100;
    for (uint32_t row = 0; ok && row < COLLISIONS_HITS; row++)
        ok = v->hit.a[row] < rules->balls && v->hit.b[row] < rules->balls;
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct collisions_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, collisions_T_rule, collisions_T_physics2))
        return false;
    collisions_peek(state, &v);
    fs_world2_bind_readonly(state, collisions_T_physics2, &w);
    struct collisions_rules expected = read_options(config), rules = collisions_rules_load(&v);
    return collisions_rules_equal(&expected, &rules) && fs_world2_valid(&w) && bodies_valid(&w, rules.balls) &&
           rows_valid(&v, &rules);
}

/* --- players ------------------------------------------------------------------------------------ */

uint32_t fs__collisions_nearest_ball(const struct fs_world2 *w, uint32_t balls, uint32_t ball)
{
    uint32_t best = balls;
    fs_pos near = FS_POS_MAX;
    for (uint32_t other = 0; other < balls; other++) {
        fs_pos distance = fs_pos2_dist(w->body.pos[ball], w->body.pos[other]);
        if (other != ball && distance < near) {
            near = distance;
            best = other;
        }
    }
    return best;
}

static void fling_ball(struct collisions_view *v, const struct collisions_rules *rules, struct fs_world2 *w,
                       uint32_t slot, fs_unit2 direction)
{
    fs_wide2 impulse = fs_wide2_make(fs_mul64(rules->fling, direction.x, FS_UNIT_FRAC),
                                     fs_mul64(rules->fling, direction.y, FS_UNIT_FRAC));
    if (v->player.fling_cooldown[slot] > 0)
        return;
    fs_body2_apply_impulse(w, fs_body2_at(w, v->player.ball[slot]), impulse);
    v->player.fling_cooldown[slot] = (uint16_t)rules->rest_ticks;
    v->player.flings[slot]++;
    v->arena.reference_energy[0] = fs_max64(v->arena.reference_energy[0], fs_world2_kinetic_energy(w));
}

/* Flings the ball at the nearest one; for a ball at rest the normal of the hit is the direction of the fling. */
static void fling_at_nearest(struct collisions_view *v, const struct collisions_rules *rules, struct fs_world2 *w,
                             uint32_t slot)
{
    fs_unit2 direction;
    uint32_t ball = v->player.ball[slot], other = fs__collisions_nearest_ball(w, rules->balls, ball);
    if (other < rules->balls && fs_rel2_normalise(fs_pos2_sub_rel(w->body.pos[other], w->body.pos[ball]), &direction))
        fling_ball(v, rules, w, slot, direction);
}

static void run_command(struct collisions_view *v, const struct collisions_rules *rules, struct fs_world2 *w,
                        uint32_t slot, uint32_t what)
{
    switch (what) {
    case COLLISIONS_UP: fling_ball(v, rules, w, slot, fs_unit2_make(0, FS_UNIT_ONE)); break;
    case COLLISIONS_DOWN: fling_ball(v, rules, w, slot, fs_unit2_make(0, -FS_UNIT_ONE)); break;
    case COLLISIONS_LEFT: fling_ball(v, rules, w, slot, fs_unit2_make(-FS_UNIT_ONE, 0)); break;
    case COLLISIONS_RIGHT: fling_ball(v, rules, w, slot, fs_unit2_make(FS_UNIT_ONE, 0)); break;
    case COLLISIONS_EXCITE: fs__collisions_excite(v, w); break;
    case COLLISIONS_RESET: fs__collisions_reset(v, w); break;
    default:
        if (what >= COLLISIONS_DIGIT && what < COLLISIONS_COMMANDS && what - COLLISIONS_DIGIT < rules->balls)
            v->player.ball[slot] = (uint8_t)(what - COLLISIONS_DIGIT);
        break;
    }
}

/* Changes restitution by 1 percent when the key goes down, then ten times a second. */
static void change_restitution(struct collisions_view *v, struct fs_world2 *w, uint8_t held, uint8_t struck)
{
    const uint8_t both = FS_KEY_LEFT | FS_KEY_RIGHT;
    bool beat = *v->world.tick % fs_max_u32(*v->world.hz / CHANGES_HZ, 1) == 0;
    uint8_t now = beat ? held & both : struck & both;
    if (now == 0 || now == both)
        return;
    int32_t e = v->arena.restitution[0] + (now == FS_KEY_RIGHT ? 1 : -1);
    v->arena.restitution[0] = (uint16_t)fs_clamp32(e, 0, COLLISIONS_MAX_RESTITUTION);
    fs__collisions_apply_restitution(v, w);
}

static void apply_input(struct collisions_view *v, const struct collisions_rules *rules, struct fs_world2 *w,
                        uint32_t slot, const uint8_t *input)
{
    struct fs_kit_key_state keys = { v->player.held[slot], v->player.muted[slot] };
    uint8_t struck, held = fs_kit_key_state_update(&keys, input[0] & FS_KIT_BUTTONS_MASK, 0, &struck);
    uint32_t balls = rules->balls;
    if (!v->player.active[slot]) {
        v->player.active[slot] = 1;
        v->player.ball[slot] = (uint8_t)(slot % balls);
    }
    v->player.held[slot] = keys.held;
    v->player.muted[slot] = keys.muted;
    if (v->player.fling_cooldown[slot] > 0)
        v->player.fling_cooldown[slot]--;
    change_restitution(v, w, held, struck);
    if (struck & FS_KEY_UP)
        v->player.ball[slot] = (uint8_t)((v->player.ball[slot] + balls - 1) % balls);
    if (struck & FS_KEY_DOWN)
        v->player.ball[slot] = (uint8_t)((v->player.ball[slot] + 1u) % balls);
    run_command(v, rules, w, slot, input[1]);
    if (struck & FS_KEY_FIRE)
        fling_at_nearest(v, rules, w, slot);
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct collisions_view v;
    struct fs_world2 w;
    collisions_bind(state, &v);
    fs_world2_bind(state, collisions_T_physics2, scratch, &w);
    struct collisions_rules rules = collisions_rules_load(&v);
    struct collisions_player *player = &v.player;
    for (uint32_t row = 0; row < *player->rows; row++) {
        if (fs_input_present(inputs, row)) {
            apply_input(&v, &rules, &w, row, fs_input(inputs, row));
        } else if (player->active[row]) {
            COLLISIONS_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
        }
    }
    fs__collisions_step_balls(&v, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, COLLISIONS_COMMANDS - 1);
}

const fs_game fs_game_collisions = {
    .abi = FS_GAME_ABI,
    .name = "collisions",
    .title = "Balls of different mass and restitution, with the axes of their hits",
    .controls =
        "up/down or 0-9 select, ijkl fling, space flings at the nearest, left/right restitution, h excite, r reset",
    .schema = &collisions_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = COLLISIONS_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__collisions_bots,
    .bot_count = COLLISIONS_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__collisions_draw,
    .keys = fs__collisions_keys,
    .valid = valid,
};
