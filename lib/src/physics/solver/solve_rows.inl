/* solve_rows.inl: the order of contacts and joints in the biased pass of a substep.
 *
 * Template: included by substeps.c of physics2d and of physics3d, which first define
 *   has_trees(s): whether the batch has trees of joints that are solved together;
 *   has_contacts(s);
 *   solve_contacts(s), solve_joints(s): one pass with bias over all of them;
 *   approach_joints(s, round): the same for joints that are solved again before the bodies move, counted from 0;
 *   joint_force(w, joint): the mean force of a joint in the last tick (N, Q32.32);
 *   ask_rounds(s, solver_body, n): the joints of the body need n rounds.
 */
#include <fixstep/trig.h>

/* Of contacts and trees in a substep, before the last one. */
enum { MAX_ROUNDS = 16 };

#define USUAL_GRAVITY (10 * FS_WIDE_ONE) /* where there is none, what is squeezed bears so many times this */

/* Bodies that tumble do not bear others. */
#define MAX_RIM_SPEED (FS_VEL_ONE / 4)

/* ---- how many rounds ----------------------------------------------------------------------------------------------- */

/* A contact moves one body of a tree, and does not see what stands on it: of what it should give the others it gives each round the
 * share that the body has of their mass. A body that bears b times its weight needs about sqrt(2 b) rounds; with fewer, assemblies
 * tremble and creep. Forces come from the last tick. */
static uint32_t rounds_for(const struct fs_worldN *w, uint32_t body, fs_wide force)
{
    fs_wide gravity = fs_wideN_length(*w->rules.gravity);
    gravity = gravity == 0 ? USUAL_GRAVITY : gravity;
    int64_t most = (int64_t)MAX_ROUNDS * MAX_ROUNDS / 4;
    fs_wide acceleration = fs_scaled_apply(fs__bodyN_loaded_inv_mass(w, body), force);
    if (acceleration / most >= gravity)
        return MAX_ROUNDS;
    return fs_max_u32(fs_isqrt64((uint64_t)fs_muldiv64(4, acceleration, gravity)), 1);
}

static bool is_touched(const struct fs__solverN *s, uint32_t solver_body)
{
    return s->body_mark[solver_body] != 0 && s->body_mark[solver_body] != FS__COLOURING_IMMOVABLE;
}

static void find_rounds_at(struct fs__solverN *s, uint32_t body, fs_wide force)
{
    uint32_t m = s->tick->solver_index[body];
    if (!is_touched(s, m) ||
        fs__bodyN_rim_speed(s->w->body.angular_velocity[body], s->w->body.extent[body]) > MAX_RIM_SPEED)
        return;
    uint32_t n = rounds_for(s->w, body, force);
    s->rounds = fs_max_u32(s->rounds, n);
    ask_rounds(s, m, n);
}

static bool is_jointed(const struct fs__solverN *s, uint8_t movable, const int32_t *body, unsigned k)
{
    return (movable >> k & 1u) != 0 && s->w->body.first_joint[s->tick->body_row[body[k]]] != 0;
}

/* Marks the blocks with bodies on joints. */
static void mark_blocks(struct fs__solverN *s, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++) {
        struct fs__solverN_block *r = &s->block[i];
        r->jointed = 0;
        for (unsigned k = 0; k < FS__SOLVERN_LANES && r->jointed == 0; k++)
            r->jointed = is_jointed(s, r->write_a, r->a, k) || is_jointed(s, r->write_b, r->b, k);
    }
}

/* Once a tick. */
static void find_rounds(struct fs__solverN *s, uint32_t blocks)
{
    s->rounds = 1;
    if (!has_trees(s) || !has_contacts(s))
        return;
    for (uint32_t i = 0; i < s->tick->joint_count; i++) {
        uint32_t row = s->tick->joint[i];
        fs_wide force = joint_force(s->w, row);
        find_rounds_at(s, s->w->joint.body_a[row], force);
        find_rounds_at(s, s->w->joint.body_b[row], force);
    }
    if (s->rounds > 1)
        mark_blocks(s, blocks);
}

/* ---- the rounds ------------------------------------------------------------------------------------------------------ */

/* A contact acts on one link of a tree alone. Trees come last, so that their joints hold while the bodies move; other rounds
 * before tell the contacts what stands on the link, for which velocities that are right along the tangents are enough. From the
 * second on they are for contacts of bodies on joints alone. */
static void solve_rows(struct fs__solverN *s)
{
    bool trees = has_trees(s);
    if (!trees)
        solve_joints(s);
    for (uint32_t round = 0; trees && has_contacts(s) && round < s->rounds; round++) {
        s->only_jointed = round > 0;
        solve_contacts(s);
        approach_joints(s, round);
    }
    s->only_jointed = false;
    solve_contacts(s);
    if (trees)
        solve_joints(s);
}
