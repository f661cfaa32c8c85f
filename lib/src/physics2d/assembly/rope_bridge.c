/* rope_bridge.c: bridges and ropes: a row of equal bodies, each hinged to the next. */
#include <string.h>
#include <fixstep/trig.h>

#include "physics2d/assembly/assembly.h"

fs_links2_def fs_default_links2_def(void)
{
    fs_links2_def def;
    memset(&def, 0, sizeof def);
    def.count = 12;
    def.half_thickness = FS_REL_ONE / 8;
    def.shape = fs_default_shape2_def();
    def.shape.density = fs_wide_from_int(20);
    return def;
}

/* The point between link i - 1 and link i. */
static fs_pos2 point_at(const fs_links2_def *def, uint32_t i)
{
    fs_pos2 p = def->from;
    p.x = fs_sat64_add(p.x, fs_muldiv64(fs_sat64_sub(def->to.x, def->from.x), i, def->count));
    p.y = fs_sat64_add(p.y, fs_muldiv64(fs_sat64_sub(def->to.y, def->from.y), i, def->count));
    return p;
}

struct links {
    const fs_links2_def *def;
    bool planks;
    fs_geometry2 shape;
    fs_body2_def at;
    fs_body2 body[FS_LINKS2_MAX];
};

/* All links are equal and lie on one line. */
static fs_result prepare_links(struct links *l)
{
    const fs_links2_def *def = l->def;
    fs_pos2 next = point_at(def, 1);
    fs_rel2 step = fs_pos2_sub_rel(next, def->from);
    fs_rel half = fs_rel2_length(step) / 2;
    if (half > FS_REL_ONE * 8)
        return FS_E_ARGUMENT;
    FS_ASSERT(def->count >= 1 && def->count <= FS_LINKS2_MAX);
    l->at = fs_default_body2_def();
    l->at.rot = fs_rot2_from_turn(fs_atan2(step.y, step.x));
    l->at.user = def->user;
    if (l->planks)
        return fs_geometry2_box(half, def->half_thickness, fs_rel2_zero(), fs_rot2_identity(), &l->shape);
    return fs_geometry2_capsule(fs_rel2_make(-half, 0), fs_rel2_make(half, 0), def->half_thickness, &l->shape);
}

static fs_result create_hinge(fs_world2 *w, const struct links *l, fs_body2 a, fs_body2 b, fs_pos2 at)
{
    fs_joint2_def joint = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    joint.body_a = a;
    joint.body_b = b;
    joint.break_force = l->def->break_force;
    joint.user = l->def->user;
    fs_joint2 unused;
    fs_result r = fs_joint2_def_set_anchors(w, &joint, at, at, fs_unit2_zero());
    return r == FS_OK ? fs_joint2_create(w, &joint, &unused) : r;
}

static fs_pos2 middle_of_link(const fs_links2_def *def, uint32_t i)
{
    fs_pos2 from = point_at(def, i);
    fs_rel2 step = fs_pos2_sub_rel(point_at(def, i + 1u), from);
    return fs_pos2_add_rel(from, fs_rel2_make(step.x / 2, step.y / 2));
}

static fs_result create_link(fs_world2 *w, struct links *l, uint32_t i)
{
    fs_pos2 from = point_at(l->def, i);
    l->at.pos = middle_of_link(l->def, i);
    fs_result r = fs__assembly2_create_body(w, &l->at, &l->shape, &l->def->shape, &l->body[i]);
    return r == FS_OK ? create_hinge(w, l, i == 0 ? l->def->body_a : l->body[i - 1u], l->body[i], from) : r;
}

/* Whether two bodies are different and one of them is dynamic. */
static bool can_be_joined(const fs_world2 *w, fs_body2 a, fs_body2 b)
{
    uint32_t i, k;
    return fs_body2_row(w, a, &i) == FS_OK && fs_body2_row(w, b, &k) == FS_OK && i != k &&
           (fs__body2_is_dynamic(w, i) || fs__body2_is_dynamic(w, k));
}

static bool hangs(const struct links *l)
{
    return l->def->body_b.handle.index1 == 0;
}

/* The ends of a rope are at most the sum of its links apart. A rope joint reaches 30 m; longer ropes are without, and so
 * are ropes between two bodies that cannot move. */
static bool has_rope_joint(const fs_world2 *w, const struct links *l)
{
    return !l->planks && fs_pos2_dist(l->def->from, l->def->to) <= FS_POS_ONE * 30 &&
           (hangs(l) || can_be_joined(w, l->def->body_a, l->def->body_b));
}

static fs_result create_rope_joint(fs_world2 *w, const struct links *l, fs_body2 last)
{
    fs_joint2_def rope = fs_default_joint2_def(FS_JOINT2_ROPE);
    fs_joint2 unused;
    rope.body_a = l->def->body_a;
    rope.body_b = last;
    rope.break_force = l->def->break_force;
    rope.user = l->def->user;
    fs_result r = fs_joint2_def_set_anchors(w, &rope, l->def->from, l->def->to, fs_unit2_zero());
    return r == FS_OK ? fs_joint2_create(w, &rope, &unused) : r;
}

static fs_result create_parts(fs_world2 *w, struct links *l)
{
    const fs_links2_def *def = l->def;
    fs_result r = FS_OK;
    for (uint32_t i = 0; i < def->count && r == FS_OK; i++)
        r = create_link(w, l, i);
    if (r == FS_OK && !hangs(l))
        r = create_hinge(w, l, l->body[def->count - 1u], def->body_b, def->to);
    if (r == FS_OK && has_rope_joint(w, l))
        r = create_rope_joint(w, l, hangs(l) ? l->body[def->count - 1u] : def->body_b);
    return r;
}

/* Whether a hinge may be at the world point `at` of an end body. */
static fs_result check_end(fs_world2 *w, fs_body2 body, fs_pos2 at, const char *too_far)
{
    fs_joint2_def hinge = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    uint32_t row;
    hinge.body_a = hinge.body_b = body;
    fs_result r = fs__body2_find(w, body, &row);
    if (r == FS_OK && fs_joint2_def_set_anchors(w, &hinge, at, at, fs_unit2_zero()) != FS_OK)
        r = fs__error2_set(w, FS_E_ARGUMENT, too_far);
    return r;
}

static fs_result check_numbers(fs_world2 *w, const fs_links2_def *def, bool planks)
{
    const struct fs__range ranges[] = {
        { "count", def->count, 1, FS_LINKS2_MAX, 0 },
        { "break_force", def->break_force, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
        { "half_thickness", def->half_thickness, FS_GEOMETRY2_MIN_SIZE, FS_GEOMETRY2_MAX_EXTENT, FS_REL_FRAC },
    };
    fs_result r = fs__error2_check(w, ranges, 3);
    if (r == FS_OK && planks && def->body_b.handle.index1 == 0)
        r = fs__error2_set(w, FS_E_ARGUMENT, "body_b of a bridge is null");
    return r;
}

static fs_result check_parts(fs_world2 *w, struct links *l)
{
    const fs_shape2_def *const shape = &l->def->shape;
    uint32_t ends = !hangs(l) + has_rope_joint(w, l);
    fs_result r = prepare_links(l);
    if (r != FS_OK)
        return fs__error2_set(w, r, "a link is shorter than 1/512 m or longer than 16 m");
    r = fs__assembly2_check_shapes(w, &shape, 1);
    for (uint32_t i = 0; i < l->def->count && r == FS_OK; i++) {
        l->at.pos = middle_of_link(l->def, i);
        r = fs__body2_check_def(w, &l->at);
    }
    return r == FS_OK ? fs__assembly2_check_capacity(w, l->def->count, l->def->count + ends) : r;
}

/* Before anything is created, so that a refused call changes no bit. */
static fs_result check_links(fs_world2 *w, struct links *l)
{
    const fs_links2_def *def = l->def;
    fs_result r = check_numbers(w, def, l->planks);
    if (r == FS_OK)
        r = check_end(w, def->body_a, def->from, "from is beyond 16 m from the origin of body_a");
    if (r == FS_OK && def->body_b.handle.index1 != 0)
        r = check_end(w, def->body_b, def->to, "to is beyond 16 m from the origin of body_b");
    return r == FS_OK ? check_parts(w, l) : r;
}

static fs_result create_links(fs_world2 *w, const fs_links2_def *given, bool planks, fs_body2 *bodies)
{
    const fs_links2_def usual = fs_default_links2_def(), *def = given != NULL ? given : &usual;
    struct links l;
    memset(&l, 0, sizeof l);
    l.def = def;
    l.planks = planks;
    uint32_t count = fs_min_u32(def->count, FS_LINKS2_MAX);
    fs_result r = check_links(w, &l);
    if (r == FS_OK)
        r = create_parts(w, &l);
    if (r != FS_OK) {
        fs_links2_destroy(w, l.body, count);
        memset(l.body, 0, sizeof l.body);
    }
    if (bodies != NULL)
        memcpy(bodies, l.body, count * sizeof *bodies);
    return r;
}

fs_result fs_bridge2_create(fs_world2 *w, const fs_links2_def *def, fs_body2 *bodies)
{
    return create_links(w, def, true, bodies);
}

fs_result fs_rope2_create(fs_world2 *w, const fs_links2_def *def, fs_body2 *bodies)
{
    return create_links(w, def, false, bodies);
}
