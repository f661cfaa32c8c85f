/* platform.c: the game of the platform: its rules, its start and its tick.
 *
 * As in the book's program the weight that the keys move is a share of the masses of the
 * particles next to it, and the pivot is immovable or, with slide=1, has a mass and slides
 * on a table, for there is no friction. Two cables keep the ends from rising further.
 */
#include "games/platform/platform.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    PART_KG = 2, /* of a particle of the deck, without the weight */
    PIVOT_KG = 30,
    PART_KEPT = 40, /* percent of the velocity kept per second */
    BALL_KEPT = 80,
    WEIGHT_SPEED = 5, /* m/s */
    SLOW_SHARE = 4,
    COIN_NEAR_CM = 50 /* from the middle of the ball to that of the coin */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_BALL, OPT_KEEL, OPT_SLIDE, OPT_SOLVER, OPT_STOP, OPT_SUBSTEPS, OPT_WAIT, OPT_WEIGHT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BALL] = { "ball", 5, 1, 50, "mass of a ball, kg" },
    [OPT_KEEL] = { "keel", 30, 15, 200, "mass that steadies a platform from below, kg" },
    [OPT_SLIDE] = { "slide", 0, 0, 1, "1: pivots are not fixed and slide" },
    [OPT_SOLVER] = { "solver", 0, 0, 1, "0: small steps; 1: the book's contacts" },
    [OPT_STOP] = { "stop", 9, 1, 30, "how far an end may rise, dm" },
    [OPT_SUBSTEPS] = { "substeps", 10, 1, 40, "substeps of a tick" },
    [OPT_WAIT] = { "wait", 15, 1, 100, "time from a fall to the next ball, tenths of a second" },
    [OPT_WEIGHT] = { "weight", 10, 1, 100, "mass that a player moves, kg" },
};

static struct platform_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct platform_rules){
        .pivot_slides = (uint8_t)o[OPT_SLIDE],
        .ball_mass = fs_wide_from_int((int32_t)o[OPT_BALL]),
        .weight_mass = fs_wide_from_int((int32_t)o[OPT_WEIGHT]),
        .keel_mass = fs_wide_from_int((int32_t)o[OPT_KEEL]),
        .max_rise = fs_pos_from_ratio(o[OPT_STOP], 10),
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[platform_T_rule] = 1;
    rows[platform_T_player] = config->players;
    rows[platform_T_physics] = 1;
    rows[platform_T_particle_system] = 1;
    rows[platform_T_link] = PLATFORM_LINKS * config->players;
    rows[platform_T_body] = PLATFORM_BODIES * config->players;
}

/* Of each platform: the ball on every part of the deck, and the pivot on its table. */
static uint32_t contacts_of(uint32_t players)
{
    return players * PLATFORM_DECK_NODES;
}

static size_t scratch_size(const fs_config *config)
{
    uint32_t players = config->players;
    return fs_particle_system_scratch_size(PLATFORM_BODIES * players, PLATFORM_LINKS * players, contacts_of(players));
}

static fs_particle_system_def system_def(const fs_config *config)
{
    fs_particle_system_def def = fs_default_particle_system_def();
    def.solver = config->options[OPT_SOLVER] != 0 ? FS_LINK_SOLVER_WORST_FIRST : FS_LINK_SOLVER_XPBD;
    def.substeps = (uint32_t)config->options[OPT_SUBSTEPS];
    return def;
}

/* --- start --------------------------------------------------------------------------------- */

uint32_t fs__platform_columns(uint32_t players)
{
    return players <= 1 ? 1 : players <= 4 ? 2 : 3;
}

fs_pos3 fs__platform_pivot_pos(uint32_t slot, uint32_t players)
{
    uint32_t columns = fs__platform_columns(players), rows = (players + columns - 1) / columns;
    int64_t x = 2 * (int64_t)(slot % columns) + 1 - (int64_t)columns;
    int64_t y = (int64_t)rows - 1 - 2 * (int64_t)(slot / columns);
    return fs_pos3_make(x * PLATFORM_CELL_WIDTH * FS_POS_ONE / 2, y * PLATFORM_CELL_HEIGHT * FS_POS_ONE / 2, 0);
}

/* Where a part is at the start, seen from the origin of its cell. */
static fs_pos3 rest_position(uint32_t part)
{
    if (part < PLATFORM_DECK_NODES)
        return fs_pos3_make(((int64_t)part - PLATFORM_HALF_LENGTH) * FS_POS_ONE,
                            fs_pos_from_ratio(PLATFORM_DECK_DM, 10), 0);
    return fs_pos3_make(0, part == PLATFORM_KEEL ? fs_pos_from_ratio(-PLATFORM_KEEL_DM, 10) : 0, 0);
}

static fs_result make_bodies(const struct platform_rules *rules, struct fs_particles *p, uint32_t slot,
                             uint32_t players)
{
    fs_result result = FS_OK;
    for (uint32_t part = 0; result == FS_OK && part < PLATFORM_BALL; part++) {
        bool pivot = part == PLATFORM_PIVOT;
        fs_particle_def def = {
            .pos = fs_pos3_add(fs__platform_pivot_pos(slot, players), rest_position(part)),
            .mass = part == PLATFORM_KEEL ? rules->keel_mass : fs_wide_from_int(pivot ? PIVOT_KG : PART_KG),
            .damping = fs_unit_from_ratio(PART_KEPT, 100),
            .immovable = pivot && !rules->pivot_slides,
            .kind = pivot ? PLATFORM_KIND_PIVOT : PLATFORM_KIND_PART,
        };
        result = fs_particle_make(p, fs__platform_body_row(slot, part), &def);
    }
    return result;
}

static void add_rod(struct fs_links *links, const struct fs_particles *p, uint32_t slot, uint32_t *row, uint32_t a,
                    uint32_t b)
{
    uint32_t first = fs__platform_body_row(slot, a), second = fs__platform_body_row(slot, b);
    fs_link rod = fs_link_rod(first, second, fs_pos3_dist(p->pos[first], p->pos[second]));
    fs_link_make(links, *row, &rod, p);
    *row += 1;
}

/* From an end straight down to the ground, with so much slack as it may rise. */
static void add_stop(struct fs_links *links, const struct platform_rules *rules, const struct fs_particles *p,
                     uint32_t row, uint32_t end)
{
    fs_pos height = fs_pos_from_ratio(PLATFORM_DECK_DM + PLATFORM_LOST_DEPTH_DM, 10);
    fs_pos3 foot = p->pos[end];
    foot.y -= height;
    fs_link cable = fs_link_anchored_cable(end, foot, height + rules->max_rise);
    fs_link_make(links, row, &cable, p);
}

/* Rods that lead away from the pivot come first, which the substep solver needs to converge. Rods to the pivot lie
 * flat and support the outer parts badly, so the keel supports these too. */
static void make_links(const struct platform_rules *rules, struct fs_links *links, const struct fs_particles *p,
                       uint32_t slot)
{
    uint32_t row = slot * PLATFORM_LINKS;
    for (uint32_t part = 0; part < PLATFORM_DECK_NODES; part++)
        add_rod(links, p, slot, &row, PLATFORM_PIVOT, part);
    add_rod(links, p, slot, &row, PLATFORM_PIVOT, PLATFORM_KEEL);
    for (uint32_t part = 0; part + 1 < PLATFORM_DECK_NODES; part++)
        add_rod(links, p, slot, &row, part, part + 1);
    for (uint32_t part = 0; part < PLATFORM_DECK_NODES; part++)
        if (part < PLATFORM_DECK_NODES / 2 - 1 || part > PLATFORM_DECK_NODES / 2 + 1)
            add_rod(links, p, slot, &row, PLATFORM_KEEL, part);
    add_stop(links, rules, p, row, fs__platform_body_row(slot, 0));
    add_stop(links, rules, p, row + 1, fs__platform_body_row(slot, PLATFORM_DECK_NODES - 1));
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct platform_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, platform_T_COUNT);
    if (result != FS_OK)
        return result;
    struct platform_view v;
    platform_bind(state, &v);
    platform_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_links links = FS_LINKS(v, link);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(v, particle_system, &p, NULL, &links);
    fs_particle_world_def world = fs_default_particle_world_def();
    fs_particle_system_def how = system_def(config);
    result = fs_particle_world_make(&p, &world);
    if (result == FS_OK)
        result = fs_particle_system_make(&particle_system, &how);
    for (uint32_t slot = 0; result == FS_OK && slot < config->players; slot++) {
        result = make_bodies(&rules, &p, slot, config->players);
        make_links(&rules, &links, &p, slot);
    }
    return result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct platform_view *v, uint32_t slot)
{
    bool ok = true;
    for (uint32_t part = 0; ok && part < PLATFORM_BALL; part++) {
        uint16_t kind = part == PLATFORM_PIVOT ? PLATFORM_KIND_PIVOT : PLATFORM_KIND_PART;
        ok = v->body.kind[fs__platform_body_row(slot, part)] == kind;
    }
    bool rolls = v->player.state[slot] == PLATFORM_ROLLING;
    return ok && v->body.kind[fs__platform_body_row(slot, PLATFORM_BALL)] == (rolls ? PLATFORM_KIND_BALL : 0);
}

static bool rows_valid(const struct platform_view *v)
{
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++)
        ok = v->player.state[slot] <= PLATFORM_WAITING &&
             fs_abs64(v->player.weight_pos[slot]) <= PLATFORM_HALF_LENGTH * FS_POS_ONE && bodies_valid(v, slot);
    for (uint32_t row = 0; ok && row < *v->link.rows; row++)
        ok = v->link.type[row] == (row % PLATFORM_LINKS < PLATFORM_RODS ? FS_LINK_ROD : FS_LINK_ANCHORED_CABLE);
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct platform_view v;
    if (!fs_kit_tables_full(state, 1, platform_T_COUNT))
        return false;
    platform_peek(state, &v);
    struct platform_rules expected = read_options(config), rules = platform_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def world = fs_default_particle_world_def();
    fs_particle_system_def how = system_def(config);
    bool particle_system = *v.particle_system.solver == how.solver && *v.particle_system.substeps == how.substeps &&
                           *v.particle_system.velocity_iterations == 0 && *v.particle_system.position_iterations == 0;
    return particle_system && platform_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &world) &&
           rows_valid(&v);
}

/* --- the weight ------------------------------------------------------------------------------ */

/* A position on the deck as the part left of it and the fraction of the distance to the next. */
static uint32_t part_at(fs_pos at, fs_pos *share)
{
    fs_pos from_left = fs_clamp64(fs_sat64_add(at, PLATFORM_HALF_LENGTH * FS_POS_ONE), 0,
                                  (PLATFORM_DECK_NODES - 1) * FS_POS_ONE);
    uint32_t part = fs_min_u32((uint32_t)(from_left / FS_POS_ONE), PLATFORM_DECK_NODES - 2);
    *share = from_left - (fs_pos)part * FS_POS_ONE;
    return part;
}

fs_pos3 fs__platform_deck_point(const struct platform_view *v, uint32_t slot, fs_pos at)
{
    fs_pos share;
    uint32_t row = fs__platform_body_row(slot, part_at(at, &share));
    fs_pos3 from = v->body.pos[row], delta = fs_pos3_sub(v->body.pos[row + 1], from);
    return fs_pos3_add(from, fs_pos3_scale(delta, (fs_unit)(share >> (FS_POS_FRAC - FS_UNIT_FRAC))));
}

/* Distributes the weight to its two neighbouring parts. */
static void load_platform(const struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                          uint32_t slot)
{
    fs_wide weight = v->player.state[slot] == PLATFORM_ABSENT ? 0 : rules->weight_mass;
    fs_pos share;
    uint32_t at = part_at(v->player.weight_pos[slot], &share);
    fs_wide second = fs_wide_mul(weight, share);
    for (uint32_t part = 0; part < PLATFORM_DECK_NODES; part++) {
        fs_wide extra = part == at ? weight - second : part == at + 1 ? second : 0;
        fs_particle_set_mass(p, fs__platform_body_row(slot, part), PART_KG * FS_WIDE_ONE + extra);
    }
}

/* Moves the weight by the keys, or back to the middle. */
static void move_weight(struct platform_view *v, uint32_t slot, const uint8_t *input)
{
    const fs_pos end = PLATFORM_HALF_LENGTH * FS_POS_ONE;
    fs_pos step = WEIGHT_SPEED * FS_POS_ONE /
                  (int64_t)(*v->world.hz * (fs_kit_button_held(input, FS_KEY_ALT) ? SLOW_SHARE : 1));
    fs_pos at = v->player.weight_pos[slot];
    if (fs_kit_button_held(input, FS_KEY_FIRE))
        at -= fs_clamp64(at, -step, step);
    else
        at += step * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    v->player.weight_pos[slot] = fs_clamp64(at, -end, end);
}

/* --- players ---------------------------------------------------------------------------------- */

/* A ball starts at rest above the middle of the deck. */
static void place_weight(struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                         uint32_t slot)
{
    fs_particle_def def = {
        .pos = fs__platform_deck_point(v, slot, 0),
        .mass = rules->ball_mass,
        .damping = fs_unit_from_ratio(BALL_KEPT, 100),
        .kind = PLATFORM_KIND_BALL,
    };
    def.pos.y = fs_sat64_add(def.pos.y, fs_pos_from_ratio(2 * PLATFORM_RADIUS_CM, 100));
    fs_particle_make(p, fs__platform_body_row(slot, PLATFORM_BALL), &def);
    v->player.state[slot] = PLATFORM_ROLLING;
}

static void remove_player(struct platform_view *v, struct fs_particles *p, uint32_t row)
{
    struct platform_player *player = &v->player;
    PLATFORM_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    fs_kit_particle_clear(p, fs__platform_body_row(row, PLATFORM_BALL));
}

static void apply_input(struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                        uint32_t slot, const uint8_t *input)
{
    move_weight(v, slot, input);
    if (v->player.wait[slot] > 0)
        v->player.wait[slot]--;
    if (v->player.state[slot] != PLATFORM_ROLLING && v->player.wait[slot] == 0)
        place_weight(v, rules, p, slot);
}

static void apply_inputs(struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->player.state[slot] != PLATFORM_ABSENT)
            remove_player(v, p, slot);
        load_platform(v, rules, p, slot);
    }
}

/* --- coins and falls ---------------------------------------------------------------------------- */

/* To the right and to the left in turn. */
fs_pos fs__platform_coin_pos(uint64_t seed, uint32_t number)
{
    fs_rng rng = fs_rng_seed(seed, number);
    fs_pos place = fs_rng_range64(&rng, FS_POS_ONE, PLATFORM_HALF_LENGTH * FS_POS_ONE - FS_POS_ONE);
    return number % 2 == 0 ? place : -place;
}

static void collect_coin(struct platform_view *v, uint32_t slot)
{
    v->player.coins[slot]++;
    v->player.streak[slot]++;
    v->player.best[slot] = fs_max_u32(v->player.best[slot], v->player.streak[slot]);
}

static void drop_weight(struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                        uint32_t slot)
{
    v->player.falls[slot]++;
    v->player.streak[slot] = 0;
    v->player.state[slot] = PLATFORM_WAITING;
    v->player.wait[slot] = (uint16_t)rules->wait_ticks;
    fs_kit_particle_clear(p, fs__platform_body_row(slot, PLATFORM_BALL));
}

static void update_score(struct platform_view *v, const struct platform_rules *rules, struct fs_particles *p,
                         uint32_t slot)
{
    if (v->player.state[slot] != PLATFORM_ROLLING)
        return;
    fs_pos3 ball = p->pos[fs__platform_body_row(slot, PLATFORM_BALL)],
            origin = fs__platform_pivot_pos(slot, *v->player.rows);
    fs_pos3 coin = fs__platform_deck_point(v, slot, fs__platform_coin_pos(*v->world.seed, v->player.coins[slot]));
    fs_pos low = fs_sat64_sub(fs_pos_from_ratio(PLATFORM_RADIUS_CM, 100),
                              fs_pos_from_ratio(PLATFORM_LOST_DEPTH_DM, 10));
    coin.y = fs_sat64_add(coin.y, fs_pos_from_ratio(PLATFORM_RADIUS_CM, 100));
    if (fs_pos3_dist_sq_cmp(ball, coin, fs_pos_from_ratio(COIN_NEAR_CM, 100)) <= 0)
        collect_coin(v, slot);
    if (fs_sat64_sub(ball.y, origin.y) < low)
        drop_weight(v, rules, p, slot);
}

/* --- a tick ------------------------------------------------------------------------------------ */

/* The ball against every part of its deck, and a pivot that slides against its table. */
static void detect_contacts(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    const struct platform_view *v = context;
    (void)arena;
    fs_detector_def ball = fs_default_detector_def();
    ball.radius = fs_pos_from_ratio(PLATFORM_RADIUS_CM, 100);
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        uint32_t row = fs__platform_body_row(slot, PLATFORM_BALL), first = fs__platform_body_row(slot, 0);
        for (uint32_t part = 0; p->kind[row] == PLATFORM_KIND_BALL && part + 1 < PLATFORM_DECK_NODES; part++)
            fs_detect_plank(out, p, &ball, row, first + part, first + part + 1);
        uint32_t pivot = fs__platform_body_row(slot, PLATFORM_PIVOT);
        fs_contact table = { .a = pivot, .b = FS_CONTACT_STATIC, .normal = fs_unit3_make(0, FS_UNIT_ONE, 0) };
        table.depth = fs_sat64_sub(fs__platform_pivot_pos(slot, *v->player.rows).y, p->pos[pivot].y);
        if (v->rule.pivot_slides[0] && table.depth >= 0)
            fs_contact_add(out, table);
    }
}

fs_pos fs__platform_slope(const struct platform_view *v, uint32_t slot)
{
    fs_pos left = v->body.pos[fs__platform_body_row(slot, 0)].y,
           right = v->body.pos[fs__platform_body_row(slot, PLATFORM_DECK_NODES - 1)].y;
    return fs_sat64_sub(right, left) / (PLATFORM_DECK_NODES - 1);
}

fs_pos fs__platform_max_stretch(const struct platform_view *v)
{
    struct fs_particles p = FS_PARTICLES(*v, body, physics);
    struct fs_links links = FS_LINKS(*v, link);
    fs_pos worst = 0;
    for (uint32_t row = 0; row < links.count; row++)
        if (row % PLATFORM_LINKS < PLATFORM_RODS)
            worst = fs_max64(worst, fs_abs64(fs_link_error(&links, row, &p)));
    return worst;
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct platform_view v;
    platform_bind(state, &v);
    struct platform_rules rules = platform_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_links links = FS_LINKS(v, link);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(v, particle_system, &p, NULL, &links);
    particle_system.detect = detect_contacts;
    particle_system.context = &v;
    particle_system.contacts = contacts_of(*v.player.rows);
    apply_inputs(&v, &rules, &p, inputs);
    fs_particle_system_step(&particle_system, fs_arena_make(scratch->bytes, scratch->size));
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        update_score(&v, &rules, &p, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_platform = {
    .abi = FS_GAME_ABI,
    .name = "platform",
    .title = "A loose ball to roll to coins by tipping a platform of rods with a weight",
    .controls = "left and right or A and D move the weight, x slows it, space brings it to the middle",
    .schema = &platform_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = PLATFORM_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__platform_bots,
    .bot_count = PLATFORM_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__platform_draw,
    .keys = fs__platform_keys,
    .valid = valid,
    .standings = fs__platform_standings,
};
