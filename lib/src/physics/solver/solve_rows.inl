/* solve_rows.inl: the order of contacts and joints in the biased pass of a substep.
 *
 * Template: included by substeps.c of physics2d and of physics3d, which first define
 *   has_trees(s): whether the batch has trees of joints that are solved together;
 *   may_have_trees(s): the same, where find_rounds() is called before that is known;
 *   has_contacts(s);
 *   solve_contacts(s), solve_joints(s): one pass with bias over all of them;
 *   approach_joints(s, round): the same for joints that are solved again before the bodies move, counted from 0;
 *   joint_force(w, joint): the mean force of a joint in the last tick (N, Q32.32);
 *   ask_rounds(s, solver_body, n): the joints of the body need n rounds;
 *   share_rounds(s): sets the rounds of trees, once all have been asked for.
 */
#include <fixstep/trig.h>

/* Of contacts and trees in a substep, before the last one. */
enum { MAX_ROUNDS = 32 };

#define USUAL_GRAVITY (10 * FS_WIDE_ONE) /* where there is none, what is squeezed bears so many times this */

/* Bodies that tumble bear others for the time of an impact. With fewer rounds a limb that struck the ground lifted what
 * fell on it; with more a heap of ragdolls takes longer and is no more accurate. */
#define MAX_RIM_SPEED (FS_VEL_ONE / 4)
enum { MAX_TUMBLING_ROUNDS = 4 };

/* ---- how many rounds ----------------------------------------------------------------------------------------------- */

/* A contact moves one body of a tree, and does not see what stands on it: of what it should give the others it gives each round the
 * share that the body has of their mass. A body that bears b times its weight needs about 2 sqrt(b) rounds; with fewer, assemblies
 * tremble and creep. */
static uint32_t rounds_for(fs_wide acceleration, fs_wide gravity)
{
    if (acceleration / (MAX_ROUNDS * MAX_ROUNDS / 4) >= gravity)
        return MAX_ROUNDS;
    return fs_max_u32(fs_isqrt64((uint64_t)fs_muldiv64(4, acceleration, gravity)), 1);
}

/* Of the joints of a body, in the last tick. */
static fs_wide largest_joint_force(const struct fs_worldN *w, uint32_t body)
{
    fs_wide largest = 0;
    for (uint32_t link = w->body.first_joint[body]; link != 0;) {
        uint32_t row = (link - 1) / 2;
        largest = fs_max64(largest, joint_force(w, row));
        link = (link - 1) % 2 == 0 ? w->joint.next_a[row] : w->joint.next_b[row];
    }
    return largest;
}

/* What the body bears is what a contact gives it (m/s of the pair in a substep of the last tick, Q21), and its joints take. */
static void find_rounds_at(struct fs__solverN *s, fs_wide gravity, uint32_t body, uint32_t beside, int64_t impulse)
{
    const struct fs_worldN *w = s->w;
    uint32_t m = s->tick->solver_index[body];
    if (m == FS__SOLVERN_STATIC_BODY || w->body.first_joint[body] == 0)
        return;
    fs_scaled inverse = fs__bodyN_loaded_inv_mass(w, body),
              sum = fs_scaled_add(inverse, fs__bodyN_loaded_inv_mass(w, beside));
    fs_wide given = fs_scaled_apply(fs_scaled_div(inverse, sum), impulse) * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    uint32_t n = rounds_for(fs_sat64_mul(given, fs__load_massN_rate(w)), gravity);
    if (n <= 1)
        return;
    n = fs_min_u32(n, rounds_for(fs_scaled_apply(inverse, largest_joint_force(w, body)), gravity));
    if (fs__bodyN_rim_speed(w->body.angular_velocity[body], w->body.extent[body]) > MAX_RIM_SPEED)
        n = fs_min_u32(n, MAX_TUMBLING_ROUNDS);
    s->rounds = fs_max_u32(s->rounds, n);
    ask_rounds(s, m, n);
}

/* Once a tick, by the contacts and joints of the last one. */
static void find_rounds(struct fs__solverN *s)
{
    s->rounds = 1;
    if (!may_have_trees(s) || !has_contacts(s))
        return;
    fs_wide gravity = fs_wideN_length(*s->w->rules.gravity);
    gravity = gravity == 0 ? USUAL_GRAVITY : gravity;
    for (uint32_t i = 0; i < s->tick->contact_count; i++) {
        const struct fs__contact_bodies *ends = &s->tick->ends[i];
        int64_t impulse = fs__contactN_normal_impulse(s->w, s->tick->contact[i]);
        find_rounds_at(s, gravity, ends->a, ends->b, impulse);
        find_rounds_at(s, gravity, ends->b, ends->a, impulse);
    }
}

/* Once trees and blocks are known. */
static void use_rounds(struct fs__solverN *s, uint32_t blocks)
{
    if (s->rounds <= 1 || !has_trees(s))
        return;
    share_rounds(s);
    mark_jointed_blocks(s, blocks);
}

/* ---- the rounds ------------------------------------------------------------------------------------------------------ */

/* A contact acts on one link of a tree alone. Trees come last, so that their joints hold while the bodies move; other rounds
 * before tell the contacts what stands on the link, for which velocities that are right along the tangents are enough. From the
 * second on they are for contacts of bodies on joints alone, in the plane for those of trees that have the round. */
static void solve_rows(struct fs__solverN *s)
{
    bool trees = has_trees(s);
    if (!trees)
        solve_joints(s);
    for (s->round = 0; trees && has_contacts(s) && s->round < s->rounds; s->round++) {
        solve_contacts(s);
        approach_joints(s, s->round);
    }
    s->round = 0;
    solve_contacts(s);
    if (trees)
        solve_joints(s);
}
