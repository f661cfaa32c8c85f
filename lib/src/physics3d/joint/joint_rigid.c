/* joint_rigid.c: the motion of a tree of joints that nothing holds as one rigid body. Bodies of a fixed joint have no other, and
 * with their angular momentum their energy depends on their orientation alone: so a tree can be turned, too. */
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"

enum { FINE = FS__DIRECT_FINE };
#define FINE_ONE FS__DIRECT_FINE_ONE

static int64_t weigh(struct fs__joint_factor share, int64_t v)
{
    return fs__direct_weigh(share, v);
}

static void add(int64_t *sum, int64_t v)
{
    fs__direct_add(sum, v);
}

void fs__direct3_place_of(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                          const int64_t centre[3], int64_t r[3])
{
    fs_pos3 d = fs_pos3_sub(s->body[i].pose.pos, s->body[tree->body_first].pose.pos);
    r[0] = fs_sat64_sub(d.x, centre[0]);
    r[1] = fs_sat64_sub(d.y, centre[1]);
    r[2] = fs_sat64_sub(d.z, centre[2]);
}

/* The mass (Q40), the centre of mass and its velocity. */
static void find_centre(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree,
                        struct fs__direct3_rigid *m)
{
    int64_t r[3], sum[6] = { 0 };
    *m = (struct fs__direct3_rigid){ .mass = 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_place_of(s, tree, i, m->centre, r);
        add(&m->mass, weigh(s->body[i].share, FINE_ONE));
        for (unsigned k = 0; k < 3; k++) {
            add(&sum[k], weigh(s->body[i].share, r[k]));
            add(&sum[3 + k], weigh(s->body[i].share, s->body[i].now[k]));
        }
    }
    for (unsigned k = 0; k < 3; k++) {
        m->centre[k] = fs_muldiv64(sum[k], FINE_ONE, fs_max64(m->mass, 1));
        m->v[k] = fs_muldiv64(sum[3 + k], FINE_ONE, fs_max64(m->mass, 1));
    }
}

void fs__direct3_cross(const int64_t a[3], const int64_t b[3], unsigned frac, int64_t out[3])
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = fs_sat64_sub(fs_mul64(a[i], b[j], frac), fs_mul64(a[j], b[i], frac));
    }
}

static const unsigned first_axis[6] = { 0, 1, 2, 0, 0, 1 }, second_axis[6] = { 0, 1, 2, 1, 2, 2 };

static void add_place(const struct fs__direct3_body *b, const int64_t r[3], const int64_t v[3],
                      struct fs__direct3_rigid *p)
{
    int64_t l[3], square = 0;
    fs__direct3_cross(r, v, FS_WIDE_FRAC, l);
    for (unsigned k = 0; k < 3; k++) {
        add(&p->momentum[k], weigh(b->share, l[k]));
        add(&square, fs_mul64(r[k], r[k], FS_WIDE_FRAC));
    }
    for (unsigned k = 0; k < 6; k++) {
        int64_t product = fs_mul64(r[first_axis[k]], r[second_axis[k]], FS_WIDE_FRAC);
        add(&p->moment[k], weigh(b->share, fs_sat64_sub(k < 3 ? square : 0, product)));
    }
}

static void add_spin(const struct fs__direct3_body *b, const int64_t w[3], struct fs__direct3_rigid *p)
{
    const fs_mat3 *m = &b->axes;
    const fs_unit axis[3][3] = { { m->x.x, m->y.x, m->z.x }, { m->x.y, m->y.y, m->z.y }, { m->x.z, m->y.z, m->z.z } };
    for (unsigned i = 0; i < 3; i++) {
        int64_t part = weigh(b->moment[i], fs__direct3_along(axis[i][0], axis[i][1], axis[i][2], w));
        for (unsigned k = 0; k < 3; k++)
            add(&p->momentum[k], fs_mul64(part, axis[i][k], FS_UNIT_FRAC));
        for (unsigned k = 0; k < 6; k++) {
            int64_t product = (int64_t)axis[i][first_axis[k]] * axis[i][second_axis[k]];
            add(&p->moment[k], weigh(b->moment[i], fs_round_shift64_sym(product, 2 * FS_UNIT_FRAC - FS_WIDE_FRAC)));
        }
    }
}

/* The angular velocity with that momentum; false when it has none. */
static bool find_spin(struct fs__direct3_rigid *p)
{
    fs_sym3 inverse;
    const int64_t *m = p->moment, *of = p->momentum;
    if (!fs_sym3_inverse(fs_sym3_from_wide(m[0], m[1], m[2], m[3], m[4], m[5]), &inverse))
        return false;
    int less = fs_bit_width64(fs_uabs64(of[0]) | fs_uabs64(of[1]) | fs_uabs64(of[2])) - 30;
    less = fs_max32(less, 0);
    int32_t l[3];
    for (unsigned k = 0; k < 3; k++)
        l[k] = (int32_t)fs_round_shift64_sym(of[k], (unsigned)less);
    const fs_raw3 spin = fs_sym3_apply(inverse, l[0], l[1], l[2], less);
    p->w[0] = spin.x;
    p->w[1] = spin.y;
    p->w[2] = spin.z;
    return true;
}

bool fs__direct3_find_rigid(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree,
                            struct fs__direct3_rigid *m)
{
    int64_t v[3], r[3];
    find_centre(s, tree, m);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const struct fs__direct3_body *b = &s->body[i];
        fs__direct3_place_of(s, tree, i, m->centre, r);
        for (unsigned k = 0; k < 3; k++)
            v[k] = fs_sat64_sub(b->now[k], m->v[k]);
        add_place(b, r, v, m);
        add_spin(b, b->now + 3, m);
    }
    return find_spin(m);
}

/* ---- turning a tree ------------------------------------------------------------------------------------------------------ */

enum { ANGLE_FRAC = FINE };

/* Adds a way (m, Q40) to what the body has moved in the tick. */
static void move_body(const struct fs__solver3 *s, struct fs__direct3_body *b, const int64_t way[3])
{
    struct fs__solver3_body *m = b->solver_body;
    int64_t *travel = s->travel + (size_t)(m - s->tick->solver_body) * 8;
    for (unsigned k = 0; k < 3; k++)
        travel[k] = fs_sat64_add(travel[k], fs_mul64(way[k], s->rate.hz, FINE - FS_VEL_FRAC));
    m->d = fs_rel3_add(m->d, fs_rel3_make(fs_sat32(fs_round_shift64_sym(way[0], FINE - FS_REL_FRAC)),
                                          fs_sat32(fs_round_shift64_sym(way[1], FINE - FS_REL_FRAC)),
                                          fs_sat32(fs_round_shift64_sym(way[2], FINE - FS_REL_FRAC))));
}

static void turn_body(const struct fs__solver3 *s, struct fs__direct3_body *b, const int64_t r[3],
                      const struct fs__direct3_rigid *m, const int64_t angle[3])
{
    int64_t way[3], v[3];
    fs__direct3_cross(angle, r, ANGLE_FRAC + FS_WIDE_FRAC - FINE, way);
    move_body(s, b, way);
    fs__direct3_put_rotation(
        s, b,
        fs__rotate_by_vector3(b->pose.rot, fs_wide3_make(fs_round_shift64_sym(angle[0], ANGLE_FRAC - FS_WIDE_FRAC),
                                                         fs_round_shift64_sym(angle[1], ANGLE_FRAC - FS_WIDE_FRAC),
                                                         fs_round_shift64_sym(angle[2], ANGLE_FRAC - FS_WIDE_FRAC))));
    for (unsigned k = 0; k < 3; k++)
        v[k] = fs_sat64_sub(b->now[k], m->v[k]);
    fs__direct3_cross(angle, v, ANGLE_FRAC, b->sum);
    fs__direct3_cross(angle, b->now + 3, ANGLE_FRAC, b->sum + 3);
    fs__direct3_apply_sum(b);
}

/* Gives the tree what it lacks of the angular momentum that it had. */
static void keep_momentum(const struct fs__solver3 *s, const struct fs__joint_tree *tree, const int64_t momentum[3])
{
    struct fs__direct3_rigid m;
    int64_t r[3];
    (void)fs__direct3_find_rigid(s->direct, tree, &m);
    for (unsigned k = 0; k < 3; k++)
        m.momentum[k] = fs_sat64_sub(momentum[k], m.momentum[k]);
    if (!find_spin(&m))
        return;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->direct->body[i];
        fs__direct3_place_of(s->direct, tree, i, m.centre, r);
        fs__direct3_cross(m.w, r, FS_WIDE_FRAC, b->sum);
        for (unsigned k = 0; k < 3; k++)
            b->sum[3 + k] = m.w[k];
        fs__direct3_apply_sum(b);
        fs__direct3_load_now(b);
    }
}

void fs__direct3_turn_tree(struct fs__solver3 *s, const struct fs__joint_tree *tree, const struct fs__direct3_rigid *m,
                           const int64_t angle[3])
{
    struct fs__direct3_solver *t = s->direct;
    int64_t r[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_place_of(t, tree, i, m->centre, r);
        turn_body(s, &t->body[i], r, m, angle);
    }
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_update_body(s, &t->body[i]);
        fs__direct3_load_now(&t->body[i]);
    }
    keep_momentum(s, tree, m->momentum);
}
