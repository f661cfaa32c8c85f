/* motion.h: the closed rules of simple motion: impact of two balls, bounce from
 * an axis or a plane, constant deceleration, a speed limit.
 *
 * Velocities are fs_vel (Q10.21 m/s), directions and ratios Q1.30. Every rounding
 * is symmetric (ties away from zero), so a mirrored scene stays mirrored bit for
 * bit; results saturate. Nothing here may keep anything between two calls, and
 * nothing here decides *which* bodies meet: that is the game's or the world's.
 *
 * Formulas: A. LaMothe, "Tricks of the Windows Game Programming Gurus", chapter
 * 13, corrected where the printed ones are wrong; each function says which rule
 * it is.
 */
#ifndef FS_PHYS_MOTION_H
#define FS_PHYS_MOTION_H

#include <stdbool.h>
#include <fixstep/vec.h>

/* --- impact along the line of centres ----------------------------------------- */

/* How two bodies share a change of velocity or position: a = mB/(mA+mB) and
 * b = mA/(mA+mB), Q1.30. The heavier one moves less. */
typedef struct fs_share {
    fs_unit a, b;
} fs_share;

/* The shares of two masses in any common unit. Zero or less means immovable; two
 * immovable bodies share nothing. Exchanging the masses exchanges the shares. */
fs_share fs__mass_share(fs_wide mass_a, fs_wide mass_b);

/* The impact axis n = unit(B - A) for the offset d = B - A. Coincident centres have
 * no axis: then n is +x, so that the first body leaves to the left. */
fs_unit2 fs__impact_axis(fs_rel2 d);

/* Impact of A and B along the unit vector n from A to B with restitution e (Q1.30,
 * 0 = they go on together, 1 = elastic, up to 2 = gains energy). In the n-t frame
 *
 *     vA' = ((1+e) mB vB + vA (mA - e mB)) / (mA + mB)
 *     vB' = ((1+e) mA vA + vB (mB - e mA)) / (mA + mB)     along n, nothing along t
 *
 * Only the change along n is applied, -(1+e) a (vA-vB).n and +(1+e) b (vA-vB).n,
 * so the part along t keeps its bits. Returns false and changes nothing when the
 * bodies do not approach each other: receding ones that still overlap must not
 * collide again. */
bool fs__impact_resolve2(fs_vel2 *va, fs_vel2 *vb, fs_unit2 n, fs_share share, fs_unit e);

/* --- walls ---------------------------------------------------------------------- */

/* Keeps a coordinate in [low, high] (with low > high: at low). Outside and moving
 * outward the velocity becomes -e v; then the position is put on the edge. Flipping
 * only what moves outward keeps a body from sticking to a wall. With e = 1 the
 * speed keeps its bits. Returns whether the velocity was turned. */
bool fs__axis_bounce(fs_pos *p, fs_vel *v, fs_pos low, fs_pos high, fs_unit e);

/* Reflection from a plane with normal n, F = I + (1+e) N with N = -(I.n) n / (n.n):
 * e = 1 mirrors, e = 0 slides along. Dividing by n.n makes the length right also
 * for an n that is not quite of unit length; n = 0 changes nothing. */
fs_vel2 fs__plane_reflect2(fs_vel2 v, fs_unit2 n, fs_unit e);
fs_vel3 fs__plane_reflect3(fs_vel3 v, fs_unit3 n, fs_unit e);

/* --- speed ------------------------------------------------------------------------ */

/* Constant deceleration in vector form: the length of v is reduced by `drop` (m/s in
 * this step, at least 0) along its own direction; a speed of `drop` or less becomes
 * exactly zero, and no component ever changes its sign. */
fs_vel2 fs__speed_reduce2(fs_vel2 v, fs_vel drop);

/* v shortened to `limit` (at least 0) when it is longer; exceeds it by at most one
 * step of rounding. */
fs_vel2 fs__speed_limit2(fs_vel2 v, fs_vel limit);

#endif
