/* scene.c: the rink of air hockey as a 2D world: boards, fences, pucks and mallets, and how they glide.
 *
 * Pucks bounce from boards, which leave the mouths of the goals open. Mallets meet fences instead, which do not bounce
 * and close the mouths and the middle line too; so pucks never touch fences and mallets never touch boards. All are a
 * metre thick, so a disc pressed into one is pushed back out on the same side.
 */
#include "games/airhockey/airhockey.h"

#include <fixstep/motion.h>
#include <fixstep/shape2.h>

enum { MATERIAL_DISC = 1, MATERIAL_FENCE = 2 };
enum { PUCK = 1, LEFT = 2, RIGHT = 4, BOARD = 8, FENCE = 16 }; /* categories of shapes */
enum { FENCES = 5, SIDE_BOARDS = 2, CONTACTS_PER_DISC = 3 };
#define THICKNESS FS_REL_ONE

/* Contacts are stiff and warm-started, since a mallet may press a puck against a wall. Manifolds are not recycled:
 * each impact gets its own normal. */
static fs_world2_def world_def(uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.gravity = fs_wide2_zero();
    def.max_speed = fs_vel_from_int(64);
    def.restitution_threshold = FS_VEL_ONE / 64;
    def.contact_hertz = 120 * FS_FIX16_ONE;
    def.contact_damping_ratio = 3 * FS_FIX16_ONE;
    def.max_push_out_speed = fs_vel_from_int(10);
    def.flags = FS_WORLD2_CONTINUOUS | FS_WORLD2_CORRECTION | FS_WORLD2_WARM_START;
    def.restitution_combine = FS_COMBINE2_MIN;
    def.friction_combine = FS_COMBINE2_MIN;
    return def;
}

static uint32_t end_boards(const struct airhockey_rules *rules)
{
    return rules->half_goal > 0 ? 4 : 2;
}

fs_world2_limits fs__airhockey_limits(const struct airhockey_rules *rules, uint32_t pucks, uint32_t players)
{
    uint32_t discs = players + pucks;
    return (fs_world2_limits){ .bodies = discs + 1,
                               .shapes = discs + FENCES + SIDE_BOARDS + end_boards(rules),
                               .contacts = CONTACTS_PER_DISC * discs,
                               .joints = 0,
                               .materials = 3 };
}

/* --- building --------------------------------------------------------------------- */

/* No engine's wall gives more than it got: what restitution has above 1 is added in add_rebound(). */
static fs_result add_materials(const struct airhockey_rules *rules, struct fs_world2 *w)
{
    uint16_t material;
    fs_material2_def def = fs_default_material2_def();
    def.dynamic_friction = 0;
    def.static_friction = 0;
    def.restitution = fs_min32(rules->restitution, FS_UNIT_ONE);
    fs_result result = fs_material2_add(w, &def, &material);
    def.restitution = 0;
    return result == FS_OK ? fs_material2_add(w, &def, &material) : result;
}

static fs_result add_disc(struct fs_world2 *w, int cm, uint32_t kg, uint32_t category, uint32_t mask)
{
    fs_body2 made;
    fs_geometry2 disc;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    def.flags = FS_BODY2_FIXED_ROTATION | FS_BODY2_SLEEPLESS | FS_BODY2_BULLET | FS_BODY2_DISABLED;
    form.material = MATERIAL_DISC;
    form.category = category;
    form.mask = mask;
    form.flags = FS_SHAPE2_HIT_EVENTS;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), AIRHOCKEY_CM_REL(cm), &disc);
    if (result == FS_OK)
        result = fs_kit_body2_add(w, &def, &disc, &form, &made);
    return result == FS_OK ? fs_kit_body2_set_mass_kg(w, made, kg) : result;
}

/* Mallets of different teams never meet: the middle line is between them. */
static fs_result add_discs(struct fs_world2 *w, uint32_t pucks, uint32_t players)
{
    fs_result result = FS_OK;
    for (uint32_t row = 0; result == FS_OK && row < pucks; row++)
        result = add_disc(w, AIRHOCKEY_PUCK_RADIUS_CM, 1, PUCK, PUCK | LEFT | RIGHT | BOARD);
    for (uint32_t slot = 0; result == FS_OK && slot < players; slot++) {
        uint32_t team = fs__airhockey_team(slot) == 0 ? LEFT : RIGHT;
        result = add_disc(w, AIRHOCKEY_MALLET_RADIUS_CM, AIRHOCKEY_MALLET_MASS, team, team | PUCK | FENCE);
    }
    return result;
}

static fs_result add_wall(struct fs_world2 *w, fs_body2 rink, const fs_geometry2 *shape, uint32_t category)
{
    fs_shape2 made;
    fs_shape2_def form = fs_default_shape2_def();
    form.material = category == FENCE ? MATERIAL_FENCE : MATERIAL_DISC;
    form.category = category;
    return fs_shape2_create(w, rink, &form, shape, &made);
}

static fs_result add_box(struct fs_world2 *w, fs_body2 rink, fs_rel2 centre, fs_rel2 half, uint32_t category)
{
    fs_geometry2 box;
    fs_result result = fs_geometry2_box(half.x, half.y, centre, fs_rot2_identity(), &box);
    return result == FS_OK ? add_wall(w, rink, &box, category) : result;
}

/* Half the size of the rink. */
static fs_rel2 half_size(const struct airhockey_rules *rules)
{
    return fs_pos2_sub_rel(fs_pos2_make(rules->half_width, rules->half_height), fs_pos2_zero());
}

/* Above and below. */
static fs_result add_sides(const struct airhockey_rules *rules, struct fs_world2 *w, fs_body2 rink, uint32_t category)
{
    fs_rel2 half = half_size(rules), box = fs_rel2_make(half.x + THICKNESS, THICKNESS / 2);
    fs_result result = FS_OK;
    for (int up = -1; result == FS_OK && up <= 1; up += 2)
        result = add_box(w, rink, fs_rel2_make(0, up * (half.y + THICKNESS / 2)), box, category);
    return result;
}

/* Left and right, with a mouth half as wide as `mouth` on either side of the middle. */
static fs_result add_ends(const struct airhockey_rules *rules, struct fs_world2 *w, fs_body2 rink, fs_rel mouth,
                          uint32_t category)
{
    fs_rel2 half = half_size(rules), box = fs_rel2_make(THICKNESS / 2, (half.y - mouth) / (mouth > 0 ? 2 : 1));
    fs_rel y = mouth > 0 ? half.y - box.y : 0;
    fs_result result = FS_OK;
    for (int right = -1; result == FS_OK && right <= 1; right += 2)
        for (int up = mouth > 0 ? -1 : 1; result == FS_OK && up <= 1; up += 2)
            result = add_box(w, rink, fs_rel2_make(right * (half.x + THICKNESS / 2), up * y), box, category);
    return result;
}

static fs_result add_middle(const struct airhockey_rules *rules, struct fs_world2 *w, fs_body2 rink)
{
    fs_geometry2 line;
    fs_rel end = half_size(rules).y;
    fs_result result = fs_geometry2_segment(fs_rel2_make(0, -end), fs_rel2_make(0, end), &line);
    return result == FS_OK ? add_wall(w, rink, &line, FENCE) : result;
}

static fs_result add_rink(const struct airhockey_rules *rules, struct fs_world2 *w)
{
    fs_body2 rink;
    fs_body2_def def = fs_default_body2_def();
    fs_rel mouth = fs_pos2_sub_rel(fs_pos2_make(0, rules->half_goal), fs_pos2_zero()).y;
    def.type = FS_BODY2_STATIC;
    fs_result result = fs_body2_create(w, &def, &rink);
    if (result == FS_OK)
        result = add_sides(rules, w, rink, BOARD);
    if (result == FS_OK)
        result = add_ends(rules, w, rink, mouth, BOARD);
    if (result == FS_OK)
        result = add_sides(rules, w, rink, FENCE);
    if (result == FS_OK)
        result = add_ends(rules, w, rink, 0, FENCE);
    return result == FS_OK ? add_middle(rules, w, rink) : result;
}

fs_result fs__airhockey_build(const struct airhockey_rules *rules, struct fs_world2 *w, uint32_t hz, uint32_t pucks,
                              uint32_t players)
{
    fs_world2_def def = world_def(hz);
    fs_result result = fs_world2_init(w, &def);
    if (result == FS_OK)
        result = add_materials(rules, w);
    if (result == FS_OK)
        result = add_discs(w, pucks, players);
    return result == FS_OK ? add_rink(rules, w) : result;
}

void fs__airhockey_place_disc(struct fs_world2 *w, uint32_t body, bool on, fs_pos2 at, fs_vel2 vel)
{
    fs_body2 disc = fs_body2_at(w, body);
    fs_body2_set_enabled(w, disc, on);
    fs_body2_set_pose(w, disc, at, fs_rot2_identity());
    fs_body2_set_velocity(w, disc, vel, 0);
}

/* --- where discs may be -------------------------------------------------------------- */

/* The bounds of a disc's centre. A puck in the mouth of a goal may move up to the line, where it is out of play. */
static fs_aabb2 centre_bounds(const struct airhockey_view *v, const struct airhockey_rules *rules,
                              const struct fs_world2 *w, uint32_t body)
{
    uint32_t pucks = *v->puck.rows;
    bool puck = body < pucks;
    fs_pos r = AIRHOCKEY_CM_POS(puck ? AIRHOCKEY_PUCK_RADIUS_CM : AIRHOCKEY_MALLET_RADIUS_CM);
    fs_pos edge = rules->half_width - r, side = rules->half_height - r;
    fs_aabb2 room = { fs_pos2_make(-edge, -side), fs_pos2_make(edge, side) };
    if (puck && fs_abs64(w->body.pos[body].y) < rules->half_goal)
        room = (fs_aabb2){ fs_pos2_make(-rules->half_width, -side), fs_pos2_make(rules->half_width, side) };
    else if (!puck && fs__airhockey_team(body - pucks) == 0)
        room.high.x = -r;
    else if (!puck)
        room.low.x = r;
    return room;
}

static bool is_within(fs_aabb2 room, fs_pos2 at, fs_pos slack)
{
    return at.x >= room.low.x - slack && at.x <= room.high.x + slack && at.y >= room.low.y - slack &&
           at.y <= room.high.y + slack;
}

bool fs__airhockey_disc_on_rink(const struct airhockey_view *v, const struct airhockey_rules *rules,
                                const struct fs_world2 *w, uint32_t body)
{
    return is_within(centre_bounds(v, rules, w, body), w->body.pos[body], AIRHOCKEY_TOLERANCE) &&
           fs_abs64(w->body.pos[body].x) <= rules->half_width;
}

/* --- gliding --------------------------------------------------------------------------- */

fs_vel fs__airhockey_dash_speed(const struct airhockey_rules *rules)
{
    return rules->mallet_speed / AIRHOCKEY_DASH_DEN * AIRHOCKEY_DASH_NUM;
}

/* An elastic impact gave the impulse 2 m v; one of restitution e gives (1 + e) m v. */
static void add_rebound(const struct airhockey_rules *rules, struct fs_world2 *w, const fs_event2 *hit)
{
    fs_wide more = fs_muldiv64(hit->impulse, rules->restitution - FS_UNIT_ONE, 2 * (int64_t)FS_UNIT_ONE);
    fs_wide2 kick = { fs_mul64(more, hit->normal.x, FS_UNIT_FRAC), fs_mul64(more, hit->normal.y, FS_UNIT_FRAC) };
    fs_body2_apply_impulse(w, hit->body_a, fs_wide2_neg(kick));
    fs_body2_apply_impulse(w, hit->body_b, kick);
}

/* Shapes are in the order of bodies: the lower one is a. */
static void read_hits(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    uint32_t pucks = *v->puck.rows, discs = fs__airhockey_disc_count(v);
    for (uint32_t i = 0; i < w->event_count; i++) {
        const fs_event2 *event = &w->events[i];
        uint32_t a, b;
        if (event->kind != FS_EVENT2_HIT || fs_body2_row(w, event->body_a, &a) != FS_OK ||
            fs_body2_row(w, event->body_b, &b) != FS_OK)
            continue;
        if (a < pucks && b >= pucks && b < discs)
            v->puck.last_touch[a] = (uint8_t)(b - pucks + 1);
        if (rules->restitution > FS_UNIT_ONE && (b < discs || a < pucks))
            add_rebound(rules, w, event);
    }
}

static void limit_speed(struct fs_world2 *w, uint32_t body, fs_vel maximum)
{
    fs_vel2 vel = fs_speed_limit2(w->body.vel[body], maximum);
    if (!fs_vel2_eq(vel, w->body.vel[body]))
        fs_body2_set_velocity(w, fs_body2_at(w, body), vel, 0);
}

/* Several mallets may press a disc deep into a wall. It is moved back to the bounds at once; the contact reverses its
 * velocity in the next step. */
static void keep_on_rink(const struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                         uint32_t body)
{
    fs_aabb2 room = centre_bounds(v, rules, w, body);
    fs_pos2 at = w->body.pos[body];
    fs_pos2 inside = fs_pos2_min(fs_pos2_max(at, room.low), room.high);
    if (!is_within(room, at, AIRHOCKEY_TOLERANCE))
        fs_body2_set_pose(w, fs_body2_at(w, body), inside, fs_rot2_identity());
}

/* A puck behind the line between the posts is a goal and is not moved back. */
static bool is_goal(const struct airhockey_rules *rules, fs_pos2 at)
{
    return fs_abs64(at.x) > rules->half_width && fs_abs64(at.y) < rules->half_goal;
}

void fs__airhockey_step_discs(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    uint32_t pucks = *v->puck.rows, discs = fs__airhockey_disc_count(v);
    fs_world2_step(w);
    read_hits(v, rules, w);
    for (uint32_t body = 0; body < discs; body++) {
        if ((w->body.flags[body] & FS_BODY2_DISABLED) != 0)
            continue;
        limit_speed(w, body, body < pucks ? rules->puck_speed : fs__airhockey_dash_speed(rules));
        if (body >= pucks || !is_goal(rules, w->body.pos[body]))
            keep_on_rink(v, rules, w, body);
    }
}
