/* blob.c: the game of blobs: its rules, its start and its tick. */
#include "games/blob/blob.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    PART_GRAMS = 500,
    HEAVY = 25,       /* m/s^2, on top of gravity */
    GATHER = 16,      /* m/s^2, of a part towards the core */
    TOP_SPEED = 8,    /* m/s: faster it does not push itself */
    JUMP_REST_DS = 4, /* tenths of a second between two jumps */
    START_SOFTNESS = 3,
    CRUMB_DM = 6,       /* above its platform */
    BITE_CM = 30,       /* so near a part's skin a crumb is eaten */
    TOUCH_CM = 4,       /* nearer counts as standing on it */
    JOIN_PERCENT = 240, /* torn rods shorter than this hold again, unless that tears them */
    LEAST_STEPS = 120,  /* a second: with fewer a part could pass through a plank */
    FORCES = 3          /* of each slot */
};

/* Compliances of the rods, 1/stiffness, by softness. */
static const int32_t stiffness[BLOB_SOFTEST + 1] = { 2000, 500, 150, 50, 25, 12 }; /* N/m */

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_CRUMBS,
    OPT_JUMP,
    OPT_LIFE,
    OPT_LIMIT,
    OPT_PUSH,
    OPT_RADIUS,
    OPT_RIM,
    OPT_SUBSTEPS,
    OPT_TEAR,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_CRUMBS] = { "crumbs", 6, 1, BLOB_MAX_CRUMBS, "crumbs that lie about" },
    [OPT_JUMP] = { "jump", 90, 0, 150, "speed of a jump, dm/s" },
    [OPT_LIFE] = { "life", 15, 1, 100, "time that a crumb lies, s" },
    [OPT_LIMIT] = { "limit", 170, 0, 300, "cables hold at so much of a link's length, percent; below 100: no cables" },
    [OPT_PUSH] = { "push", 110, 0, 300, "acceleration by a blob's own push, dm/s^2" },
    [OPT_RADIUS] = { "radius", 11, 9, 16, "radius of a blob, dm" },
    [OPT_RIM] = { "rim", 7, 6, BLOB_MAX_RIM, "particles around the core" },
    [OPT_SUBSTEPS] = { "substeps", 2, 1, 20, "small steps in a tick, at least 120 a second" },
    [OPT_TEAR] = { "tear", 260, 0, 500, "links tear at so much of their length, percent; 0: never" },
};

/* Neighbours on the rim leave a gap that is too narrow for another part. */
static fs_pos skin_radius(fs_pos radius, uint32_t rim)
{
    return fs_mul64(radius, fs_sin((uint32_t)(((uint64_t)1 << 31) / rim)), FS_UNIT_FRAC) / 20 * 17;
}

static struct blob_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    fs_pos radius = fs_pos_from_ratio(o[OPT_RADIUS], 10);
    return (struct blob_rules){
        .rim = (uint32_t)o[OPT_RIM],
        .radius = radius,
        .particle_radius = skin_radius(radius, (uint32_t)o[OPT_RIM]),
        .cable_limit = o[OPT_LIMIT] >= 100 ? fs_wide_from_ratio(o[OPT_LIMIT], 100) : 0,
        .tear_limit = fs_wide_from_ratio(o[OPT_TEAR], 100),
        .push = fs_wide_from_ratio(o[OPT_PUSH], 10),
        .jump = fs_vel_from_ratio(o[OPT_JUMP], 10),
        .crumb_ticks = (uint32_t)o[OPT_LIFE] * config->hz,
    };
}

static fs_particle_def part_def(uint32_t slot)
{
    fs_particle_def def = fs_default_particle_def();
    def.mass = fs_wide_from_ratio(PART_GRAMS, 1000);
    def.damping = fs_unit_from_ratio(6, 10);
    def.kind = (uint16_t)(slot + 1u);
    return def;
}

static fs_blob_def blob_def(const struct blob_rules *rules, uint32_t slot)
{
    fs_blob_def def = fs_default_blob_def();
    def.particle = part_def(slot);
    def.radius = rules->radius;
    def.rim = rules->rim;
    def.compliance = FS_WIDE_ONE / stiffness[START_SOFTNESS];
    def.limit = rules->cable_limit;
    def.tear_ratio = rules->tear_limit;
    def.rejoin_ratio = fs_wide_from_ratio(JOIN_PERCENT, 100);
    if (rules->tear_limit > 0)
        def.rejoin_ratio = fs_min64(def.rejoin_ratio, rules->tear_limit / 10 * 9);
    return def;
}

fs_build_counts fs__blob_build_need(const struct blob_rules *rules)
{
    fs_blob_def def = blob_def(rules, 0);
    return fs_blob_counts(&def);
}

uint32_t fs__blob_core_row(const struct blob_rules *rules, uint32_t slot)
{
    return slot * fs__blob_build_need(rules).particles;
}

uint32_t fs__blob_first_link(const struct blob_rules *rules, uint32_t slot)
{
    return slot * fs__blob_build_need(rules).links;
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    struct blob_rules rules = read_options(config);
    fs_build_counts need = fs__blob_build_need(&rules);
    rows[blob_T_rule] = 1;
    rows[blob_T_player] = config->players;
    rows[blob_T_crumb] = (uint32_t)config->options[OPT_CRUMBS];
    rows[blob_T_physics] = 1;
    rows[blob_T_particle_system] = 1;
    rows[blob_T_body] = config->players * need.particles + 2 * BLOB_PLANKS;
    rows[blob_T_force] = config->players * FORCES;
    rows[blob_T_link] = config->players * need.links;
}

/* Contact capacity: each particle touches two parts of the scenery and six others. */
static uint32_t contact_room(uint32_t bodies)
{
    return 5 * bodies;
}

static size_t scratch_size(const fs_config *config)
{
    uint32_t rows[blob_T_COUNT] = { 1 };
    capacities(config, rows);
    return fs_particle_system_scratch_size(rows[blob_T_body], rows[blob_T_link], contact_room(rows[blob_T_body]));
}

static fs_particle_world_def world_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.max_speed = BLOB_MAX_SPEED * FS_VEL_ONE;
    return def;
}

static fs_particle_system_def system_def(const fs_config *config)
{
    fs_particle_system_def def = fs_default_particle_system_def();
    uint32_t minimum = (LEAST_STEPS + config->hz - 1) / config->hz;
    def.substeps = fs_max_u32((uint32_t)config->options[OPT_SUBSTEPS], minimum);
    return def;
}

/* --- views for one step ------------------------------------------------------------------- */

struct table {
    struct blob_view v;
    struct blob_rules rules;
    struct fs_particles p;
    struct fs_forces forces;
    struct fs_links links;
};

static void open_table(fs_state *state, struct table *t)
{
    blob_bind(state, &t->v);
    t->rules = blob_rules_load(&t->v);
    t->p = FS_PARTICLES(t->v, body, physics);
    t->forces = FS_FORCES(t->v, force, NULL, 0);
    t->links = FS_LINKS(t->v, link);
}

static uint32_t part_count(const struct table *t)
{
    return t->p.count - 2 * BLOB_PLANKS;
}

/* --- crumbs --------------------------------------------------------------------------------- */

/* Draws a position on the ground or on a plank. */
static void place_crumb(struct table *t, uint32_t i)
{
    fs_rng *rng = &t->v.world.rng[0];
    uint32_t plank = fs_rng_below(rng, BLOB_PLANKS + 3);
    fs_unit share = fs_rng_range(rng, FS_UNIT_ONE / 10, FS_UNIT_ONE / 10 * 9);
    fs_pos3 from = { -BLOB_HALF_WIDTH * FS_POS_ONE, 0, 0 }, to = { -9 * FS_POS_ONE, 0, 0 };
    if (plank < BLOB_PLANKS) {
        fs__blob_plank_ends(plank, &from, &to);
    } else if (plank % 2 == 0) {
        from.x = -to.x;
        to.x = BLOB_HALF_WIDTH * FS_POS_ONE;
    }
    fs_pos3 place = fs_pos3_add(from, fs_pos3_scale(fs_pos3_sub(to, from), share));
    place.y += fs_pos_from_ratio(CRUMB_DM, 10);
    t->v.crumb.pos[i] = place;
    t->v.crumb.ticks_left[i] = (uint16_t)t->rules.crumb_ticks;
}

/* The lowest particle that reaches it eats a crumb. */
static void eat_crumb(struct table *t, uint32_t i)
{
    fs_pos reach = fs_sat64_add(t->rules.particle_radius, fs_pos_from_ratio(BITE_CM, 100));
    for (uint32_t part = 0; part < part_count(t); part++) {
        if (t->p.kind[part] == 0 || fs_pos3_dist_sq_cmp(t->p.pos[part], t->v.crumb.pos[i], reach) > 0)
            continue;
        t->v.player.score[t->p.kind[part] - 1u]++;
        t->v.crumb.ticks_left[i] = 0;
        return;
    }
}

static void update_crumbs(struct table *t)
{
    for (uint32_t i = 0; i < *t->v.crumb.rows; i++) {
        if (t->v.crumb.ticks_left[i] > 0)
            t->v.crumb.ticks_left[i]--;
        eat_crumb(t, i);
        if (t->v.crumb.ticks_left[i] == 0)
            place_crumb(t, i);
    }
}

/* --- start ------------------------------------------------------------------------------------ */

/* A free row is moved far below the ground, out of reach of all contacts. */
static void park_particle(struct table *t, uint32_t row)
{
    fs_particle_def def = { .pos = { 0, -(100 + 4 * (fs_pos)row) * FS_POS_ONE, 0 }, .immovable = true };
    fs_particle_make(&t->p, row, &def);
}

static void place_planks(struct table *t)
{
    uint32_t row = part_count(t);
    for (uint32_t plank = 0; plank < BLOB_PLANKS; plank++) {
        fs_particle_def from = { .immovable = true, .kind = BLOB_KIND_PLANK }, to = from;
        fs__blob_plank_ends(plank, &from.pos, &to.pos);
        fs_particle_make(&t->p, row++, &from);
        fs_particle_make(&t->p, row++, &to);
    }
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct blob_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, blob_T_COUNT);
    if (result != FS_OK)
        return result;
    struct table t;
    blob_bind(state, &t.v);
    blob_rules_store(&t.v, &rules);
    open_table(state, &t);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(t.v, particle_system, &t.p, &t.forces, &t.links);
    fs_particle_world_def world = world_def();
    fs_particle_system_def settings = system_def(config);
    result = fs_particle_world_make(&t.p, &world);
    if (result == FS_OK)
        result = fs_particle_system_make(&particle_system, &settings);
    for (uint32_t row = 0; row < part_count(&t); row++)
        park_particle(&t, row);
    place_planks(&t);
    for (uint32_t i = 0; i < *t.v.crumb.rows; i++)
        place_crumb(&t, i);
    return result;
}

/* --- states from outside ------------------------------------------------------------------------ */

static bool player_valid(const struct blob_view *v, uint32_t slot)
{
    return v->player.active[slot] <= 1 && v->player.softness[slot] <= BLOB_SOFTEST && v->player.direction[slot] >= -1 &&
           v->player.direction[slot] <= 1 && v->player.heavy[slot] <= 1 && v->player.gathering[slot] <= 1 &&
           v->player.released[slot] <= 1 && v->player.grounded[slot] <= 1;
}

/* A part's kind is its owner's; a plank does not move. */
static bool body_valid(const struct blob_view *v, const struct blob_rules *rules, uint32_t row)
{
    uint32_t slot = row / fs__blob_build_need(rules).particles;
    bool plank = slot >= *v->player.rows;
    if (plank)
        return v->body.kind[row] == BLOB_KIND_PLANK && v->body.inv_mass[row].m == 0;
    return v->body.kind[row] == (v->player.active[slot] ? slot + 1 : 0);
}

static bool systems_equal(const struct blob_view *v, const fs_config *config)
{
    fs_particle_system_def def = system_def(config);
    return v->particle_system.solver[0] == (uint8_t)def.solver && v->particle_system.substeps[0] == def.substeps &&
           v->particle_system.velocity_iterations[0] == def.limits.velocity_iterations &&
           v->particle_system.position_iterations[0] == def.limits.position_iterations;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct blob_view v;
    if (!fs_kit_tables_full(state, 1, blob_T_COUNT))
        return false;
    blob_peek(state, &v);
    struct blob_rules expected = read_options(config), rules = blob_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    bool ok = blob_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def) && systems_equal(&v, config);
    for (uint32_t slot = 0; ok && slot < *v.player.rows; slot++)
        ok = player_valid(&v, slot);
    for (uint32_t row = 0; ok && row < p.count; row++)
        ok = body_valid(&v, &rules, row);
    for (uint32_t i = 0; ok && i < *v.crumb.rows; i++)
        ok = v.crumb.ticks_left[i] <= rules.crumb_ticks;
    return ok;
}

/* --- blobs ------------------------------------------------------------------------------------------ */

static void add_player(struct table *t, uint32_t slot)
{
    fs_blob_def def = blob_def(&t->rules, slot);
    int64_t place = 2 * (int64_t)slot + 1 - (int64_t)*t->v.player.rows;
    def.centre = fs_pos3_make(fs_pos_from_ratio(place * (BLOB_HALF_WIDTH - 3), *t->v.player.rows),
                              BLOB_START_HEIGHT * FS_POS_ONE, 0);
    fs_build_cursor at = { &t->p, &t->links, fs__blob_core_row(&t->rules, slot), fs__blob_first_link(&t->rules, slot) };
    fs_blob_build(&at, &def);
    /* A soft rod may pull a part in from a distance. A cable would cause a sudden impulse, so it is restored only when
     * slack. */
    for (uint32_t row = fs__blob_first_link(&t->rules, slot); row < at.link; row++)
        if (t->links.type[row] == FS_LINK_CABLE)
            t->links.rejoin_length[row] = t->links.max_length[row];
    t->v.player.active[slot] = 1;
    t->v.player.softness[slot] = START_SOFTNESS;
}

static void remove_player(struct table *t, uint32_t row)
{
    struct blob_player *player = &t->v.player;
    fs_build_counts need = fs__blob_build_need(&t->rules);
    const fs_link no_link = { 0 };
    BLOB_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t i = 0; i < need.particles; i++)
        park_particle(t, fs__blob_core_row(&t->rules, row) + i);
    for (uint32_t i = 0; i < need.links; i++)
        fs_link_make(&t->links, fs__blob_first_link(&t->rules, row) + i, &no_link, &t->p);
}

bool fs__blob_part_attached(const struct blob_view *v, const struct blob_rules *rules, uint32_t slot, uint32_t part)
{
    /* The builder's pairs begin with those of the core, each a rod and, if any, a cable. */
    uint32_t row = fs__blob_first_link(rules, slot) + (part - 1) * (rules->cable_limit > 0 ? 2 : 1);
    return v->link.status[row] == FS_LINK_ON;
}

/* Rods get the compliance of the softness; cables have none. */
static void set_softness(struct table *t, uint32_t slot, int change)
{
    uint8_t softness = (uint8_t)fs_clamp32(t->v.player.softness[slot] + change, 0, BLOB_SOFTEST);
    uint32_t row = fs__blob_first_link(&t->rules, slot), end = row + fs__blob_build_need(&t->rules).links;
    t->v.player.softness[slot] = softness;
    for (; row < end; row++)
        if (t->links.type[row] == FS_LINK_ROD)
            t->links.compliance[row] = FS_WIDE_ONE / stiffness[softness];
}

/* Released links hold again once their ends are near enough. */
static void release_parts(struct table *t, uint32_t slot)
{
    uint32_t row = fs__blob_first_link(&t->rules, slot), end = row + fs__blob_build_need(&t->rules).links;
    for (; row < end; row++)
        if (t->links.status[row] == FS_LINK_ON)
            t->links.status[row] = FS_LINK_TORN;
}

static void jump_blob(struct table *t, uint32_t slot)
{
    uint32_t core = fs__blob_core_row(&t->rules, slot);
    for (uint32_t i = 0; i <= t->rules.rim; i++)
        t->p.vel[core + i].y = fs_sat32_add(t->p.vel[core + i].y, t->rules.jump);
    t->v.player.jumps[slot]++;
    t->v.player.jump_cooldown[slot] = (uint16_t)(JUMP_REST_DS * *t->v.world.hz / 10);
}

static void run_command(struct table *t, uint32_t slot, const uint8_t *input)
{
    struct blob_player *player = &t->v.player;
    player->direction[slot] = (int8_t)fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    player->heavy[slot] = fs_kit_button_held(input, FS_KEY_DOWN);
    player->gathering[slot] = fs_kit_button_held(input, FS_KEY_FIRE);
    player->released[slot] = fs_kit_button_held(input, FS_KEY_ALT);
    if (input[1] != 0)
        set_softness(t, slot, input[1] == BLOB_SOFTER ? 1 : -1);
    if (player->released[slot])
        release_parts(t, slot);
    if (player->jump_cooldown[slot] > 0)
        player->jump_cooldown[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_UP) && player->grounded[slot])
        jump_blob(t, slot);
}

static void apply_inputs(struct table *t, const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *t->v.player.rows; slot++) {
        bool active = t->v.player.active[slot] != 0;
        if (!fs_input_present(inputs, slot)) {
            if (active)
                remove_player(t, slot);
            continue;
        }
        if (!active)
            add_player(t, slot);
        run_command(t, slot, fs_input(inputs, slot));
    }
}

/* --- forces -------------------------------------------------------------------------------------------- */

static void write_force(struct table *t, uint32_t row, uint32_t slot, fs_force f, bool on)
{
    f.kind = (uint16_t)(slot + 1u);
    f.on = on;
    fs_force_make(&t->forces, row, &f, &t->p);
}

static void write_forces(struct table *t, uint32_t slot)
{
    const fs_wide mass = fs_wide_from_ratio(PART_GRAMS, 1000);
    uint32_t core = fs__blob_core_row(&t->rules, slot);
    int direction_x = t->v.player.direction[slot];
    bool slow = direction_x * (int64_t)t->p.vel[core].x < TOP_SPEED * (int64_t)FS_VEL_ONE;
    fs_wide3 aside = fs_wide3_make(direction_x * fs_wide_mul(mass, t->rules.push), 0, 0);
    write_force(t, slot * FORCES, slot, fs_force_constant(FS_FORCE_EVERY, aside), direction_x != 0 && slow);
    write_force(t, slot * FORCES + 1, slot, fs_force_gravity(FS_FORCE_EVERY, fs_wide3_make(0, -HEAVY * FS_WIDE_ONE, 0)),
                t->v.player.heavy[slot] != 0);
    write_force(t, slot * FORCES + 2, slot, fs_force_attractor(FS_FORCE_EVERY, t->p.pos[core], GATHER * mass),
                t->v.player.gathering[slot] != 0);
}

/* --- a tick ---------------------------------------------------------------------------------------------- */

static void detect(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)arena;
    fs__blob_detect(context, p, 0, out);
}

/* One end of a contact: its blob stands on the other end when the normal pushes it up, steeper than 45 degrees, and
 * the other end is not of the same blob. */
static void record_contact(struct table *t, uint32_t me, uint32_t other, fs_unit up)
{
    uint32_t kind = t->p.kind[me];
    bool same = other != FS_CONTACT_STATIC && t->p.kind[other] == kind;
    if (kind > 0 && kind <= *t->v.player.rows && !same && up > FS_UNIT_ONE / 10 * 7)
        t->v.player.grounded[kind - 1] = 1;
}

static void record_contacts(struct table *t, fs_arena arena)
{
    struct fs_contacts found;
    for (uint32_t slot = 0; slot < *t->v.player.rows; slot++)
        t->v.player.grounded[slot] = 0;
    if (fs_contacts_alloc(&arena, contact_room(t->p.count), &found) != FS_OK)
        return;
    fs__blob_detect(&t->rules, &t->p, fs_pos_from_ratio(TOUCH_CM, 100), &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const fs_contact *c = &found.at[i];
        record_contact(t, c->a, c->b, c->normal.y);
        if (c->b != FS_CONTACT_STATIC)
            record_contact(t, c->b, c->a, -c->normal.y);
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct table t;
    open_table(state, &t);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    apply_inputs(&t, inputs);
    for (uint32_t slot = 0; slot < *t.v.player.rows; slot++)
        write_forces(&t, slot);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(t.v, particle_system, &t.p, &t.forces, &t.links);
    particle_system.detect = detect;
    particle_system.context = &t.rules;
    particle_system.contacts = contact_room(t.p.count);
    fs_particle_system_step(&particle_system, arena);
    record_contacts(&t, arena);
    update_crumbs(&t);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, BLOB_CHOICES);
}

const fs_game fs_game_blob = {
    .abi = FS_GAME_ABI,
    .name = "blob",
    .title = "Soft blobs among platforms, hunting for crumbs",
    .controls = "left and right or AD push, up jumps, down makes heavy, space gathers, x lets go, + softer - stiffer",
    .schema = &blob_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BLOB_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__blob_bots,
    .bot_count = BLOB_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__blob_draw,
    .keys = fs__blob_keys,
    .valid = valid,
    .standings = fs__blob_standings,
};
