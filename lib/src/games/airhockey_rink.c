/* airhockey_rink.c: discs, walls, posts and impacts of air hockey.
 *
 * A tick is cut into substeps so short that nothing passes through anything. Each
 * substep moves all discs, keeps them on the rink, collects the pairs that are near,
 * lets them collide once in the order of their ids, and then takes them apart.
 * All arithmetic is symmetric under mirroring; only the order of ids is not.
 */
#include "games/airhockey.h"

#include <fixstep/motion.h>

/* Discs closer than this are kept as a pair, so that taking one pair apart does not
 * push a disc unseen into another. */
#define PAIR_MARGIN AIRHOCKEY_CM_REL(1)
enum { SEPARATION_ROUNDS = 4 };

/* --- walls ---------------------------------------------------------------------- */

static fs_pos radius_pos(const struct airhockey_disc *disc)
{
    return (fs_pos)disc->radius * (FS_POS_ONE / FS_REL_ONE);
}

/* A mallet stays in its own half and gives way softly: no bounce. */
static void confine_mallet(const struct airhockey_rules *rules, struct airhockey_disc *mallet)
{
    fs_pos r = radius_pos(mallet);
    bool left = fs__airhockey_team(mallet->row) == 0;
    fs_pos low = left ? r - rules->half_width : r;
    fs_pos high = left ? -r : rules->half_width - r;
    fs_axis_bounce(&mallet->pos.x, &mallet->vel.x, low, high, 0);
    fs_axis_bounce(&mallet->pos.y, &mallet->vel.y, r - rules->half_height, rules->half_height - r, 0);
}

/* The goal post is a point that does not move. The mouth is wider than a puck, so
 * only the post on the puck's side of the middle can be near. */
static void bounce_from_post(const struct airhockey_rules *rules, struct airhockey_disc *puck)
{
    fs_pos2 post = fs_pos2_make(puck->pos.x < 0 ? -rules->half_width : rules->half_width,
                                puck->pos.y < 0 ? -rules->half_goal : rules->half_goal);
    fs_rel2 d = fs_pos2_sub_rel(post, puck->pos);
    uint64_t reach = (uint64_t)((int64_t)puck->radius * puck->radius);
    if (fs_rel2_length_sq(d) >= reach)
        return;
    fs_unit2 n = fs_impact_axis(d);
    fs_vel2 still = fs_vel2_zero();
    fs_impact_resolve2(&puck->vel, &still, n, (fs_share){ FS_UNIT_ONE, 0 }, rules->restitution);
    fs_rel depth = puck->radius - fs_rel2_length(d);
    fs_rel2 out = fs_rel2_make(fs_mul32_sym(depth, n.x, FS_UNIT_FRAC), fs_mul32_sym(depth, n.y, FS_UNIT_FRAC));
    puck->pos = fs_pos2_add_rel(puck->pos, fs_rel2_neg(out));
}

static void confine_puck(const struct airhockey_rules *rules, struct airhockey_disc *puck)
{
    fs_pos r = radius_pos(puck);
    fs_pos edge = rules->half_width - r, side = rules->half_height - r;
    if (fs_abs64(puck->pos.x) > edge && fs_abs64(puck->pos.y) < rules->half_goal)
        bounce_from_post(rules, puck);
    fs_axis_bounce(&puck->pos.y, &puck->vel.y, -side, side, rules->restitution);
    if (fs_abs64(puck->pos.y) >= rules->half_goal)
        fs_axis_bounce(&puck->pos.x, &puck->vel.x, -edge, edge, rules->restitution);
    /* Walls may be bouncier than elastic. */
    puck->vel = fs_speed_limit2(puck->vel, puck->speed);
    if (fs_abs64(puck->pos.x) > rules->half_width)
        puck->out = 1;
}

void fs__airhockey_confine(const struct airhockey_rules *rules, struct airhockey_disc *disc)
{
    if (disc->is_puck)
        confine_puck(rules, disc);
    else
        confine_mallet(rules, disc);
}

/* --- pairs ------------------------------------------------------------------------ */

static fs_rel reach_of(const struct airhockey_disc *a, const struct airhockey_disc *b)
{
    return a->radius + b->radius;
}

/* Inside the square around touching, plus the margin. */
static bool near(const struct airhockey_disc *a, const struct airhockey_disc *b)
{
    fs_pos reach = (fs_pos)(reach_of(a, b) + PAIR_MARGIN) * (FS_POS_ONE / FS_REL_ONE);
    return fs_absdiff64(a->pos.x, b->pos.x) < (uint64_t)reach && fs_absdiff64(a->pos.y, b->pos.y) < (uint64_t)reach;
}

static void collect_pairs(struct airhockey_play *play)
{
    play->pair_count = 0;
    for (uint32_t i = 0; i < play->disc_count; i++)
        for (uint32_t j = i + 1; j < play->disc_count; j++)
            if (near(&play->discs[i], &play->discs[j]))
                play->pairs[play->pair_count++] = (struct airhockey_pair){ (uint8_t)i, (uint8_t)j };
}

/* Whether the discs overlap, and the offset from a to b. Touching is no overlap. */
static bool overlap(const struct airhockey_disc *a, const struct airhockey_disc *b, fs_rel2 *offset)
{
    int64_t reach = reach_of(a, b);
    *offset = fs_pos2_sub_rel(b->pos, a->pos);
    return !a->out && !b->out && fs_rel2_length_sq(*offset) < (uint64_t)(reach * reach);
}

static fs_share share_of(const struct airhockey_disc *a, const struct airhockey_disc *b)
{
    if (a->is_puck == b->is_puck)
        return (fs_share){ FS_UNIT_ONE / 2, FS_UNIT_ONE / 2 };
    return fs_mass_share(a->is_puck ? 1 : AIRHOCKEY_MALLET_MASS, b->is_puck ? 1 : AIRHOCKEY_MALLET_MASS);
}

static void collide(const struct airhockey_rules *rules, struct airhockey_disc *a, struct airhockey_disc *b)
{
    fs_rel2 offset;
    if (!overlap(a, b, &offset))
        return;
    if (b->is_puck && !a->is_puck)
        b->touch = (uint8_t)(a->row + 1u);
    if (!fs_impact_resolve2(&a->vel, &b->vel, fs_impact_axis(offset), share_of(a, b), rules->restitution))
        return;
    a->vel = fs_speed_limit2(a->vel, a->speed);
    b->vel = fs_speed_limit2(b->vel, b->speed);
}

/* --- taking apart ------------------------------------------------------------------ */

static void shift(struct airhockey_disc *disc, fs_unit2 n, fs_rel distance)
{
    fs_rel2 d = fs_rel2_make(fs_mul32_sym(distance, n.x, FS_UNIT_FRAC), fs_mul32_sym(distance, n.y, FS_UNIT_FRAC));
    disc->pos = fs_pos2_add_rel(disc->pos, d);
}

/* Moves both out of each other by their shares, as far as the rink lets them. False
 * when they did not overlap. */
static bool push(const struct airhockey_rules *rules, struct airhockey_disc *a, struct airhockey_disc *b, fs_share share)
{
    fs_rel2 offset;
    if (!overlap(a, b, &offset))
        return false;
    fs_unit2 n = fs_impact_axis(offset);
    fs_rel depth = reach_of(a, b) - fs_rel2_length(offset);
    shift(a, n, -fs_mul32_sym(depth, share.a, FS_UNIT_FRAC));
    shift(b, n, fs_mul32_sym(depth, share.b, FS_UNIT_FRAC));
    fs__airhockey_confine(rules, a);
    fs__airhockey_confine(rules, b);
    return true;
}

/* What a wall kept one of them from doing, the other one does alone. */
static bool separate(const struct airhockey_rules *rules, struct airhockey_disc *a, struct airhockey_disc *b)
{
    if (!push(rules, a, b, share_of(a, b)))
        return false;
    if (push(rules, a, b, (fs_share){ FS_UNIT_ONE, 0 }))
        push(rules, a, b, (fs_share){ 0, FS_UNIT_ONE });
    return true;
}

static void separate_all(const struct airhockey_rules *rules, struct airhockey_play *play)
{
    bool moved = true;
    for (int round = 0; moved && round < SEPARATION_ROUNDS; round++) {
        moved = false;
        for (uint32_t i = 0; i < play->pair_count; i++) {
            struct airhockey_pair pair = play->pairs[i];
            moved |= separate(rules, &play->discs[pair.first], &play->discs[pair.second]);
        }
    }
}

/* --- time ----------------------------------------------------------------------------- */

static void substep(const struct airhockey_rules *rules, uint32_t substep_hz, struct airhockey_play *play)
{
    for (uint32_t i = 0; i < play->disc_count; i++) {
        struct airhockey_disc *disc = &play->discs[i];
        if (disc->out)
            continue;
        if (!fs_vel2_is_zero(disc->vel))
            disc->pos = fs_pos2_advance(disc->pos, disc->vel, substep_hz);
        fs__airhockey_confine(rules, disc);
    }
    collect_pairs(play);
    for (uint32_t i = 0; i < play->pair_count; i++)
        collide(rules, &play->discs[play->pairs[i].first], &play->discs[play->pairs[i].second]);
    separate_all(rules, play);
}

void fs__airhockey_play(const struct airhockey_rules *rules, uint32_t hz, struct airhockey_play *play)
{
    uint32_t substeps = (AIRHOCKEY_SUBSTEP_HZ + hz - 1) / hz;
    for (uint32_t i = 0; i < substeps; i++)
        substep(rules, hz * substeps, play);
}
