/* toygame.c: see toygame.h. */
#include "support/toygame.h"

#include <string.h>

/* --- state ---------------------------------------------------------------------- */

/* The output of clang-format for this macro is not stable. */
/* clang-format off */
#define EVERY_FIELDS(F, t)                                                                                          \
    F(t, U8, u8, "")                                                                                                \
    F(t, U16, u16, "") F(t, U32, u32, "") F(t, U64, u64, "") F(t, I8, i8, "") F(t, I16, i16, "") F(t, I32, i32, "") \
        F(t, I64, i64, "") F(t, FIX16, fix16, "m") F(t, WIDE, wide, "kg") F(t, WIDE2, wide2, "N")                   \
            F(t, WIDE3, wide3, "N") F(t, POS, pos, "m") F(t, POS2, pos2, "m") F(t, POS3, pos3, "m")                 \
                F(t, REL, rel, "m") F(t, REL2, rel2, "m") F(t, REL3, rel3, "m") F(t, UNIT, unit, "")                \
                    F(t, ROT2, rot2, "") F(t, QUAT, quat, "") F(t, VEL, vel, "m/s") F(t, VEL2, vel2, "m/s")         \
                        F(t, VEL3, vel3, "m/s") F(t, ALPHA, alpha, "1/m") F(t, SCALED, scaled, "") F(t, RNG, rng, "")
/* clang-format on */
#define HERO_FIELDS(F, t) F(t, POS2, pos, "m") F(t, U8, present, "") F(t, U16, fired, "")
#define SHOT_FIELDS(F, t) F(t, POS2, pos, "m") F(t, VEL2, vel, "m/s") F(t, U16, ticks_left, "ticks")
#define TOY_TABLES(T, P, g)   \
    T(g, every, EVERY_FIELDS) \
    T(g, hero, HERO_FIELDS)   \
    P(g, shot, SHOT_FIELDS)
FS_SCHEMA(toy, TOY_TABLES)

static const fs_option toy_options[] = { { "speed", 3, 1, 100, "steps per tick" },
                                         { "bounce", 0, 0, 1, "whether shots come back" } };

static void toy_capacities(const fs_config *config, uint32_t *capacities)
{
    capacities[toy_T_every] = 1;
    capacities[toy_T_hero] = config->players;
    capacities[toy_T_shot] = TOY_SHOTS;
}

static fs_result toy_init(fs_state *state, const fs_config *config)
{
    struct toy_view v;
    fs_result result = fs_rows_resize(state, toy_T_every, 1);
    if (result == FS_OK)
        result = fs_rows_resize(state, toy_T_hero, config->players);
    if (result != FS_OK)
        return result;
    toy_bind(state, &v);
    v.every.u8[0] = (uint8_t)config->options[0];
    v.every.i8[0] = (int8_t)config->options[1];
    v.every.rng[0] = fs_rng_seed(config->seed, 7);
    v.every.quat[0].w = FS_UNIT_ONE;
    v.every.rot2[0].c = FS_UNIT_ONE;
    return FS_OK;
}

/* --- one tick ---------------------------------------------------------------------- */

/* Writes random bits into every component of one field of the table. */
static void stir(fs_state *state, struct toy_view *v, uint32_t field)
{
    const fs_field *f = &toy_tables[toy_T_every].fields[field];
    const fs_type_info *type = fs_type_get(f->type);
    if (f->type == FS_TYPE_RNG || f->type == FS_TYPE_U8 || f->type == FS_TYPE_I8)
        return;
    for (uint16_t c = 0; c < type->components; c++) {
        uint64_t bits = fs_rng_u64(&v->every.rng[0]);
        int64_t raw = (int64_t)(bits >> 8) & INT64_C(0x7fffffff);
        if (type->width < 4)
            raw &= 0x7f;
        fs_value_set(state, (fs_value_ref){ toy_T_every, (uint16_t)field, 0, c }, raw);
    }
}

static void move_hero(struct toy_view *v, uint32_t slot, const uint8_t *input)
{
    int64_t step = (int64_t)v->every.u8[0] * FS_POS_ONE / 256;
    fs_pos2 move = fs_pos2_make((int8_t)input[0] * step, (int8_t)input[1] * step);
    v->hero.pos[slot] = fs_pos2_add(v->hero.pos[slot], move);
    v->every.u64[0] = v->every.u64[0] * 31 + input[2];
}

static void fire(fs_state *state, struct toy_view *v, uint32_t slot)
{
    fs_handle handle;
    uint32_t row;
    if (fs_pool_create(state, toy_T_shot, &handle) != FS_OK)
        return;
    if (fs_pool_row(state, toy_T_shot, handle, &row) != FS_OK)
        return;
    v->shot.pos[row] = v->hero.pos[slot];
    v->shot.vel[row].x = (fs_vel)fs_rng_below(&v->world.rng[0], 1000);
    v->shot.ticks_left[row] = (uint16_t)(3 + fs_rng_below(&v->world.rng[0], 9));
    v->hero.fired[slot]++;
}

static void move_shots(fs_state *state, struct toy_view *v)
{
    for (uint32_t row = 0; row < *v->shot.rows; row++) {
        if (v->shot.gen[row] % 2 == 0)
            continue;
        v->shot.pos[row].x = fs_sat64_add(v->shot.pos[row].x, v->shot.vel[row].x);
        v->shot.ticks_left[row]--;
        if (v->shot.ticks_left[row] == 0)
            fs_pool_destroy(state, toy_T_shot, (fs_handle){ row + 1, v->shot.gen[row] });
    }
}

static void toy_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct toy_view v;
    (void)scratch;
    toy_bind(state, &v);
    for (uint32_t slot = 0; slot < inputs->slots; slot++) {
        const uint8_t *input = fs_input(inputs, slot);
        v.hero.present[slot] = fs_input_present(inputs, slot);
        if (!fs_input_present(inputs, slot))
            continue;
        move_hero(&v, slot, input);
        if (input[2] & TOY_FIRE)
            fire(state, &v, slot);
    }
    move_shots(state, &v);
    stir(state, &v, fs_state_tick(state) % toy_tables[toy_T_every].field_count);
}

/* A pool of another game's making could hold a shot that has already ended. */
static bool toy_valid(const fs_state *state, const fs_config *config)
{
    return fs_state_rows(state, toy_T_every) == 1 && fs_state_rows(state, toy_T_hero) == config->players;
}

static void toy_sanitise(void *input)
{
    ((uint8_t *)input)[2] &= TOY_FIRE;
}

/* --- views and bots ------------------------------------------------------------------- */

static void toy_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    fs_value_ref place = { toy_T_hero, 0, 0, 0 };
    fs_draw_set_camera_2d(draw, 0, 0, fix16_from_int(40), fix16_from_int(30), 0x101820);
    for (place.row = 0; place.row < fs_state_rows(state, toy_T_hero); place.row++) {
        int64_t x = 0, y = 0;
        place.component = 0;
        fs_value_get(state, place, &x);
        place.component = 1;
        fs_value_get(state, place, &y);
        fs_draw_point centre = { (fix16_t)(x / 65536), (fix16_t)(y / 65536), 0 };
        fs_draw_circle(draw, centre, fix16_one, place.row == slot ? 0xffcc00 : 0x3399ff, FS_DRAW_FILLED);
    }
    fs_draw_hud(draw, 0xffffff, "toy");
}

static void toy_keys(const fs_keys *keys, void *input)
{
    int8_t *axes = (int8_t *)input;
    axes[0] = (int8_t)(!!(keys->held & FS_KEY_RIGHT) - !!(keys->held & FS_KEY_LEFT));
    axes[1] = (int8_t)(!!(keys->held & FS_KEY_UP) - !!(keys->held & FS_KEY_DOWN));
    axes[2] = (keys->held & FS_KEY_FIRE) != 0;
}

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    uint32_t bits = fs_rng_u32(rng);
    (void)state;
    (void)slot;
    memcpy(input, &bits, TOY_INPUT);
    toy_sanitise(input);
}

static void think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    (void)rng;
    (void)input;
}

static const fs_bot toy_bots[] = { { "idle", "does nothing", think_idle },
                                   { "random", "moves and fires at random", think_random } };

const fs_game toy_game = { .abi = FS_GAME_ABI,
                           .name = "toy",
                           .title = "Test game with a field of every type",
                           .controls = "arrows move, fire shoots",
                           .schema = &toy_schema,
                           .options = toy_options,
                           .option_count = 2,
                           .input_size = TOY_INPUT,
                           .min_players = 1,
                           .max_players = 8,
                           .default_players = 2,
                           .bots = toy_bots,
                           .bot_count = 2,
                           .capacities = toy_capacities,
                           .init = toy_init,
                           .step = toy_step,
                           .sanitise = toy_sanitise,
                           .draw = toy_draw,
                           .keys = toy_keys,
                           .valid = toy_valid };
