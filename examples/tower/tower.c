/* tower.c: a game for two players made of rigid bodies: who builds the higher tower?
 *
 * Build it with `make` in this folder, then
 *
 *     fixstep-server --game ./tower.so
 *     fixstep-client --local ./tower.so
 *
 * Each player steers a crane over a platform and drops boxes. A box that falls into the pit is lost. The first whose tower
 * stands higher than the goal wins the round; then both begin anew. Read mygame.c first for the rules that every game
 * keeps; this file adds a 2D world in the state of the game, events (boxes in the pit), a query (the height of a tower) and
 * a bot that plays.
 */
#include <fixstep/fixstep.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/scene2.h>
#include <stdio.h>

/* --- the state ---------------------------------------------------------------------------------
 *
 * The seven tables of the world stand in one row. A crane has one row per player. */

#define CRANE_FIELDS(F, t)                                                      \
    F(t, POS, x, "m")                                                           \
    F(t, POS, height, "m")       /* of the tower, above the platform */         \
    F(t, U16, wait, "ticks")     /* until the crane has the next box */         \
    F(t, U16, still, "ticks")    /* how long the tower has stood at the goal */ \
    F(t, U16, boxes, "")         /* left in this round */                       \
    F(t, U32, falling_index, "") /* handle of the box in the air; 0: none */    \
    F(t, U32, falling_generation, "")                                           \
    F(t, U32, lost, "")                                                         \
    F(t, U32, wins, "")
#define TOWER_TABLES(T, P, g) \
    T(g, crane, CRANE_FIELDS) \
    FS_WORLD2_TABLES(T, P, g)
FS_SCHEMA(tower, TOWER_TABLES)

enum { OPT_GOAL, OPT_BOXES, OPTIONS };
static const fs_option options[OPTIONS] = {
    [OPT_GOAL] = { "goal", 8, 3, 20, "height of a tower that wins, m" },
    [OPT_BOXES] = { "boxes", 20, 5, 60, "boxes of a player in one round" },
};

enum { PLAYERS = 2, GROUND_SHAPES = PLAYERS + 1 };
#define DISTANCE FS_POS(12)            /* of a platform from the middle */
#define PLATFORM FS_POS(3)             /* half of its width */
#define REACH FS_POS(5)                /* of a crane to both sides */
#define CRANE_HEIGHT FS_POS(24)        /* above the platforms, whose surface is y = 0 */
#define PIT FS_POS(-8)                 /* boxes below are lost */
#define CRANE_STEP FS_POS_RATIO(1, 10) /* m per tick */
#define HALF_BOX_X FS_POS_RATIO(9, 10) /* boxes are 1.8 m wide ... */
#define HALF_BOX_Y FS_POS_RATIO(1, 2)  /* ... and 1 m high */

static fs_pos platform_x(uint32_t slot)
{
    return slot == 0 ? -DISTANCE : DISTANCE;
}

static fs_world2_limits limits(const fs_config *config)
{
    uint32_t boxes = PLAYERS * (uint32_t)config->options[OPT_BOXES];
    return (fs_world2_limits){ .bodies = boxes + 1,
                               .shapes = boxes + GROUND_SHAPES,
                               .contacts = 8 * boxes,
                               .materials = 2 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits most = limits(config);
    rows[tower_T_crane] = PLAYERS;
    fs_world2_capacities(&most, &rows[tower_T_physics2]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits most = limits(config);
    return fs_world2_scratch_size(&most);
}

/* --- start ------------------------------------------------------------------------------------ */

/* Two platforms, and below all of it a sensor that reports what falls into the pit. */
static fs_result build_ground(struct fs_world2 *w)
{
    fs_body2 ground;
    fs_body2_def def = fs_default_body2_def();
    def.type = FS_BODY2_STATIC;
    fs_result result = fs_body2_create(w, &def, &ground);
    for (uint32_t slot = 0; result == FS_OK && slot < PLAYERS; slot++)
        result = fs_shape2_create_box_at(w, ground, NULL, PLATFORM, FS_POS_RATIO(1, 2),
                                         fs_pos2_make(platform_x(slot), FS_POS_RATIO(-1, 2)), fs_rot2_identity(), NULL);
    fs_shape2_def pit = fs_default_shape2_def();
    pit.flags = FS_SHAPE2_SENSOR;
    if (result == FS_OK)
        result = fs_shape2_create_box_at(w, ground, &pit, FS_POS(60), FS_POS(4), fs_pos2_make(0, PIT - FS_POS(4)),
                                         fs_rot2_identity(), NULL);
    return result;
}

static void start_round(struct tower_view *v, const fs_config *config)
{
    for (uint32_t slot = 0; slot < PLAYERS; slot++) {
        v->crane.x[slot] = platform_x(slot);
        v->crane.height[slot] = 0;
        v->crane.still[slot] = 0;
        v->crane.falling_index[slot] = v->crane.falling_generation[slot] = 0;
        v->crane.wait[slot] = (uint16_t)config->hz;
        v->crane.boxes[slot] = (uint16_t)config->options[OPT_BOXES];
    }
}

static fs_result init(fs_state *state, const fs_config *config)
{
    fs_result result = fs_rows_resize(state, tower_T_crane, PLAYERS);
    if (result != FS_OK)
        return result;
    struct tower_view v;
    struct fs_world2 w;
    fs_world2_def def = fs_default_world2_def(config->hz);
    tower_bind(state, &v);
    fs_world2_bind(state, tower_T_physics2, NULL, &w);
    result = fs_world2_init(&w, &def);
    if (result != FS_OK)
        return result;
    start_round(&v, config);
    return build_ground(&w);
}

/* --- one tick --------------------------------------------------------------------------------- */

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

/* The box hangs at the crane; its owner stands in the user number of the body. */
static void drop_box(struct tower_view *v, struct fs_world2 *w, const fs_config *config, uint32_t slot)
{
    fs_body2 box;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def surface = fs_default_shape2_def();
    surface.flags = FS_SHAPE2_CONTACT_EVENTS;
    def.pos = fs_pos2_make(v->crane.x[slot], CRANE_HEIGHT);
    def.user = slot;
    if (fs_body2_create(w, &def, &box) != FS_OK)
        return;
    if (fs_shape2_create_box(w, box, &surface, HALF_BOX_X, HALF_BOX_Y, NULL) != FS_OK) {
        fs_body2_destroy(w, box);
        return;
    }
    v->crane.falling_index[slot] = box.handle.index1;
    v->crane.falling_generation[slot] = box.handle.generation;
    v->crane.boxes[slot]--;
    v->crane.wait[slot] = (uint16_t)config->hz;
}

static void steer_crane(struct tower_view *v, struct fs_world2 *w, const fs_config *config, uint32_t slot,
                        const uint8_t *input)
{
    int direction = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    fs_pos middle = platform_x(slot);
    v->crane.x[slot] = fs_clamp64(v->crane.x[slot] + direction * CRANE_STEP, middle - REACH, middle + REACH);
    if (v->crane.wait[slot] > 0)
        v->crane.wait[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE) && v->crane.boxes[slot] > 0 && v->crane.falling_index[slot] == 0)
        drop_box(v, w, config, slot);
}

/* The crane gets its next box after the last one has touched something. A handle in the state is its two numbers. */
static void land_box(struct tower_view *v, fs_body2 body)
{
    for (uint32_t slot = 0; slot < PLAYERS; slot++)
        if (v->crane.falling_index[slot] == body.handle.index1 &&
            v->crane.falling_generation[slot] == body.handle.generation)
            v->crane.falling_index[slot] = v->crane.falling_generation[slot] = 0;
}

/* Of a sensor's event shape_a is the sensor, so body_b fell into the pit. */
static void lose_box(struct tower_view *v, struct fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    if (fs_body2_row(w, body, &row) != FS_OK)
        return;
    v->crane.lost[w->body.user[row] % PLAYERS]++;
    land_box(v, body);
    fs_body2_destroy(w, body);
}

/* Events come in a fixed order, so every machine destroys the boxes in the same one. */
static void take_events(struct tower_view *v, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        const fs_event2 *e = &w->events[i];
        if (e->kind == FS_EVENT2_BEGIN) {
            land_box(v, e->body_a);
            land_box(v, e->body_b);
        } else if (e->kind == FS_EVENT2_SENSOR_BEGIN)
            lose_box(v, w, e->body_b);
    }
}

/* A query: how far falls a bar, as wide as the platform, from below the crane until it meets the tower? */
static fs_pos measure_tower(const struct fs_world2 *w, uint32_t slot)
{
    fs_geometry2 bar;
    fs_pose2 start = { fs_pos2_make(platform_x(slot), FS_POS(22)), fs_rot2_identity() };
    if (fs_geometry2_box(fs_rel_from_pos(PLATFORM), FS_REL_RATIO(1, 20), fs_rel2_zero(), fs_rot2_identity(), &bar) !=
        FS_OK)
        return 0;
    fs_query_hit2 hit = fs_query2_cast(w, &bar, start, fs_rel2_make(0, FS_REL(-22)), fs_default_filter2());
    return hit.hit ? fs_max64(hit.at.y, 0) : 0;
}

static void remove_all_boxes(struct fs_world2 *w)
{
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (fs_kit_body2_live(w, row) && w->body.type[row] == FS_BODY2_DYNAMIC)
            fs_body2_destroy(w, fs_body2_at(w, row));
}

/* A tower at the goal must stand for a second. Of two that reach the goal in one tick the higher wins, of two equal ones both. */
static void judge_round(struct tower_view *v, struct fs_world2 *w, const fs_config *config)
{
    bool over = false;
    for (uint32_t slot = 0; slot < PLAYERS; slot++) {
        if (v->crane.falling_index[slot] == 0)
            v->crane.height[slot] = measure_tower(w, slot);
        bool high = v->crane.height[slot] >= config->options[OPT_GOAL] * FS_POS_ONE;
        v->crane.still[slot] = high ? (uint16_t)(v->crane.still[slot] + 1) : 0;
        over = over || v->crane.still[slot] >= config->hz;
    }
    bool empty = v->crane.boxes[0] == 0 && v->crane.boxes[1] == 0;
    if (!over && (!empty || v->crane.falling_index[0] != 0 || v->crane.falling_index[1] != 0))
        return;
    for (uint32_t slot = 0; slot < PLAYERS; slot++)
        v->crane.wins[slot] += v->crane.height[slot] >= v->crane.height[1 - slot];
    remove_all_boxes(w);
    start_round(v, config);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct tower_view v;
    struct fs_world2 w;
    tower_bind(state, &v);
    fs_world2_bind(state, tower_T_physics2, scratch, &w);
    for (uint32_t slot = 0; slot < PLAYERS; slot++)
        if (fs_input_present(inputs, slot))
            steer_crane(&v, &w, config, slot, (const uint8_t *)fs_input(inputs, slot));
    fs_world2_step(&w);
    take_events(&v, &w);
    judge_round(&v, &w, config);
}

/* What step() relies on: the rows of the cranes, and everything that the world itself relies on. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct tower_view v;
    struct fs_world2 w;
    if (fs_state_rows(state, tower_T_crane) != PLAYERS)
        return false;
    tower_peek(state, &v);
    for (uint32_t slot = 0; slot < PLAYERS; slot++)
        if (v.crane.boxes[slot] > config->options[OPT_BOXES] || fs_abs64(v.crane.x[slot]) > DISTANCE + REACH)
            return false;
    fs_world2_bind_readonly(state, tower_T_physics2, &w);
    return fs_world2_valid(&w);
}

/* --- picture, keys, bots ---------------------------------------------------------------------- */

static void draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *d)
{
    static const uint32_t colours[PLAYERS] = { 0xE8B84C, 0x5CA8E8 };
    struct tower_view v;
    struct fs_world2 w;
    tower_peek(state, &v);
    fs_world2_bind_readonly(state, tower_T_physics2, &w);
    fs_draw_set_camera_2d(d, 0, FS_FIX16(9), FS_FIX16(44), FS_FIX16(34), 0x101018);
    for (uint32_t row = 0; row < *w.body.rows; row++)
        if (fs_kit_body2_live(&w, row))
            fs_kit_body2_draw(
                &w, row, w.body.type[row] == FS_BODY2_STATIC ? 0x808080 : colours[w.body.user[row] % PLAYERS], 0, d);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        char text[80];
        fs_draw_point at = fs_kit_point_from_pos2(fs_pos2_make(v.crane.x[i], CRANE_HEIGHT));
        fs_draw_circle(d, at, FS_FIX16_RATIO(1, 2), colours[i], v.crane.wait[i] == 0 ? FS_DRAW_FILLED : 0);
        snprintf(text, sizeof text, "%s%s: %d of %d m, %u boxes, %u lost, %u wins", i == 0 ? "left" : "right",
                 i == slot ? " (you)" : "", (int)(v.crane.height[i] / FS_POS_ONE), (int)config->options[OPT_GOAL],
                 v.crane.boxes[i], v.crane.lost[i], v.crane.wins[i]);
        fs_draw_hud(d, colours[i], text);
    }
}

static void keys(const fs_keys *held, void *input)
{
    *(uint8_t *)input = (uint8_t)(held->held & (FS_KEY_LEFT | FS_KEY_RIGHT | FS_KEY_FIRE));
}

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct tower_view v;
    tower_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, (uint8_t *)input);
}

/* Drops every box in the middle, once the crane is there. */
static void think_builder(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct tower_view v;
    tower_peek(state, &v);
    fs_pos off = v.crane.x[slot] - platform_x(slot);
    uint8_t *held = (uint8_t *)input;
    if (fs_abs64(off) >= CRANE_STEP)
        *held = off > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
    else if (v.crane.wait[slot] == 0 && v.crane.falling_index[slot] == 0)
        *held = FS_KEY_FIRE;
}

static const fs_bot bots[] = {
    { "builder", "builds in the middle", think_builder },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "presses anything", think_random },
};

FS_API extern const fs_game fixstep_game;
const fs_game fixstep_game = {
    .abi = FS_GAME_ABI,
    .name = "tower",
    .title = "Two towers of boxes",
    .controls = "left and right: steer the crane, space: drop a box",
    .schema = &tower_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = PLAYERS,
    .max_players = PLAYERS,
    .default_players = PLAYERS,
    .bots = bots,
    .bot_count = sizeof bots / sizeof bots[0],
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = draw,
    .keys = keys,
    .valid = valid,
};
