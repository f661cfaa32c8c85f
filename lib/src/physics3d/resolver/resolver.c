/* resolver.c: one tick of the worst-first resolver; see resolver.h. */
#include "physics3d/resolver/joints.h"
#include "physics3d/resolver/resolver.h"
#include "physics3d/body/free_rotation.h"

/* ---- rules ---------------------------------------------------------------------------------------------------------- */

struct fs__resolver3_rules fs__resolver3_rules_of(const struct fs_world3 *w)
{
    return (struct fs__resolver3_rules){
        .iterations = fs_max_u32(w->rules.substeps[0], 1),
        .velocity_epsilon = FS_VEL_ONE / 100,
        .angular_limit = FS_UNIT_ONE / 5,
        .relaxation = FS_UNIT_ONE,
        .restitution_threshold = w->rules.restitution_threshold[0],
    };
}

/* ---- the tick ------------------------------------------------------------------------------------------------------- */

/* Forces, damping and limits of the whole tick at once, with the sums of the default solver's substeps. */
static void apply_forces(struct fs__solver3 *s)
{
    const struct fs_body3_view *body = &s->w->body;
    fs__solver3_load_bodies(s);
    for (uint32_t k = 0; k < s->substeps; k++)
        fs__solver3_integrate_velocities(s, k);
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        fs_unit3 v = body->velocity_residual[s->tick->body_row[i]],
                 w = body->angular_velocity_residual[s->tick->body_row[i]];
        const fs_unit residual[8] = { v.x, v.y, v.z, 0, w.x, w.y, w.z, 0 };
        for (unsigned k = 0; k < 8; k++)
            s->exact[(size_t)i * 8 + k] = residual[k];
    }
}

/* The free rotation of the tick starts from the corrected pose. */
static void correct_pose(struct fs__solver3 *s, uint32_t i, const struct fs__resolver3_move *move)
{
    const struct fs_world3 *w = s->w;
    uint32_t row = s->tick->body_row[i];
    fs_rel3 t = move->turned;
    w->body.pos[row] = fs_pos3_add_rel(w->body.pos[row], move->d);
    if ((t.x | t.y | t.z) != 0)
        w->body.rot[row] = fs__rotate_by_vector3(
            w->body.rot[row], fs_wide3_make(fs_wide_from_rel(t.x), fs_wide_from_rel(t.y), fs_wide_from_rel(t.z)));
    s->reference[i].rot = w->body.rot[row];
}

/* Corrected poses, then the tick's motion with the new velocities. */
static void move_bodies(struct fs__resolver3 *r)
{
    struct fs__solver3 *s = r->s;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        struct fs__solver3_body *m = &s->tick->solver_body[i];
        const int64_t v[8] = { m->v.x, m->v.y, m->v.z, 0, m->w.x, m->w.y, m->w.z, 0 };
        for (unsigned k = 0; k < 8; k++)
            s->travel[(size_t)i * 8 + k] = v[k] * s->substeps;
        correct_pose(s, i, &r->move[i]);
    }
    fs__solver3_store_bodies(s);
}

bool fs__resolver3_run(struct fs__solver3 *s)
{
    struct fs__resolver3 r = { .s = s, .rules = fs__resolver3_rules_of(s->w) };
    s->tasks = s->w->tasks;
    s->body_first = FS__SOLVER3_STATIC_BODY + 1;
    s->body_end = s->tick->solver_body_count;
    s->special = s->rate.hz < 4;
    apply_forces(s);
    if (!fs__resolver3_make_rows(&r, &s->tick->arena))
        return false;
    for (uint32_t i = 0; i < s->tick->contact_count; i++)
        s->tick->approach_speed[i] = -FS_VEL_MAX;
    fs__resolver3_resolve_islands(&r);
    move_bodies(&r);
    fs__resolver3_store(&r);
    return true;
}
