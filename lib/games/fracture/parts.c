/* parts.c: balls are shot, parts break and fall. */
#include "games/fracture/fracture.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum { AIM_HEIGHT_CM = 60, MIN_THICKNESS_CM = 12, NEAREST = 1000 };

/* ---- shots ------------------------------------------------------------------------------------------------------------ */

void fs__fracture_shoot(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules, uint32_t slot)
{
    fs_body3 ball = fs_body3_at(w, fs__fracture_ball_row(slot, v->player.shots[slot]));
    fs_pos3 to = v->player.at[slot];
    to.y = CM(AIM_HEIGHT_CM);
    fs_kit_body3_shoot(w, ball, fs__fracture_muzzle(slot), to, rules->ball_speed);
    v->player.shots[slot]++;
}

/* ---- breaking --------------------------------------------------------------------------------------------------------- */

uint32_t fs__fracture_count_whole(const struct fracture_view *v)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *v->part.rows; row++)
        count += v->part.age[row] == FRACTURE_WHOLE;
    return count;
}

/* Whether a part may break, so that every whole block still has room for its pieces. */
static bool has_room(const struct fracture_view *v, bool is_whole)
{
    uint32_t parts = 0, whole = fs__fracture_count_whole(v) - is_whole;
    for (uint32_t row = 0; row < *v->part.rows; row++)
        parts += v->part.age[row] > FRACTURE_WHOLE;
    uint32_t max_parts = *v->part.rows - fs__fracture_first_part(*v->player.rows);
    return parts + (whole + 1) * FRACTURE_PIECES <= max_parts;
}

/* A direction in which no axis of a block is special. */
static fs_quat draw_rotation(fs_rng *rng)
{
    fs_unit3 axis;
    int32_t x = fs_rng_range(rng, -NEAREST, NEAREST);
    int32_t y = fs_rng_range(rng, -NEAREST, NEAREST);
    int32_t z = fs_rng_range(rng, -NEAREST, NEAREST);
    uint32_t turn = fs_rng_u32(rng);
    if (!fs_rel3_normalise(fs_rel3_make(x, y, z), &axis))
        return fs_quat_identity();
    return fs_quat_from_axis_turn(axis, turn);
}

/* slot + 1 of the player to whom the break of a part is owed: whose ball hit it, or who broke it off. */
static uint32_t find_player(const struct fracture_view *v, const struct fs_world3 *w, uint32_t row, fs_body3 other)
{
    uint32_t players = *v->player.rows, ball;
    if (fs_body3_row(w, other, &ball) == FS_OK && ball >= 1 && ball < fs__fracture_first_part(players))
        return (ball - 1) / FRACTURE_BALLS + 1;
    return v->part.by[row];
}

static void break_part(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules, uint32_t row,
                       uint32_t by)
{
    fs_fracture3_def def = fs_default_fracture3_def();
    fs_pieces3 pieces;
    uint8_t age = v->part.age[row];
    def.burst_speed = rules->burst_speed;
    def.min_thickness = CM(MIN_THICKNESS_CM);
    if (rules->angled)
        def.rot = draw_rotation(&v->world.rng[0]);
    if (fs_body3_fracture_by_hit(w, fs_body3_at(w, row), rules->strain, &def, &pieces) != FS_OK || pieces.count == 0)
        return;
    v->part.age[row] = v->part.by[row] = 0;
    for (uint32_t i = 0; i < pieces.count; i++) {
        uint32_t piece = pieces.body[i].handle.index1 - 1;
        v->part.age[piece] = (uint8_t)(age + 1);
        v->part.by[piece] = (uint8_t)by;
    }
    if (by > 0 && v->player.active[by - 1])
        v->player.score[by - 1]++;
}

void fs__fracture_break_parts(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules)
{
    fs_hit3 hit;
    for (uint32_t row = fs__fracture_first_part(*v->player.rows); row < *w->body.rows; row++) {
        uint8_t age = v->part.age[row];
        if (age == 0 || age > rules->depth || !fs_body3_hardest_hit(w, fs_body3_at(w, row), &hit) ||
            hit.impulse <= rules->strain || !has_room(v, age == FRACTURE_WHOLE))
            continue;
        break_part(v, w, rules, row, find_player(v, w, row, hit.other));
    }
}

/* ---- falls ------------------------------------------------------------------------------------------------------------ */

static bool has_fallen(const struct fs_world3 *w, uint32_t row)
{
    return fs_kit_body3_live(w, row) && w->body.pos[row].y < -FRACTURE_FALLEN * FS_POS_ONE;
}

void fs__fracture_take_falls(struct fracture_view *v, struct fs_world3 *w)
{
    uint32_t first = fs__fracture_first_part(*v->player.rows);
    for (uint32_t row = 1; row < *w->body.rows; row++) {
        if (!has_fallen(w, row))
            continue;
        if (row < first) {
            (void)fs_body3_set_enabled(w, fs_body3_at(w, row), false);
            continue;
        }
        (void)fs_body3_destroy(w, fs_body3_at(w, row));
        v->part.age[row] = v->part.by[row] = 0;
    }
}
