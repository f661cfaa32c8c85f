/* aim.c: the first ball on a line over the table, for the picture of an aim and for computer players. */
#include "games/pool/pool.h"

#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

enum { TURN_DEGREES = 60, FINE_SHARE = 32 }; /* per second */

uint32_t fs__pool_turn_step(uint32_t hz, bool fine)
{
    return FS_TURN_DEG(TURN_DEGREES) / (hz * (fine ? FINE_SHARE : 1));
}

fs_unit2 fs__pool_direction(uint32_t turn)
{
    return fs_unit2_make(fs_cos(turn), fs_sin(turn));
}

/* The distance that a ball rolls until it touches one at the offset `d` from its start; false when it passes by. */
static bool distance_to_contact(fs_rel2 d, fs_unit2 along, fs_rel *distance)
{
    const int64_t reach = 2 * (int64_t)POOL_RADIUS;
    int64_t ahead = fs_round_shift64_sym(fs_rel2_dot_unit2(d, along), FS_UNIT_FRAC);
    int64_t aside = fs_round_shift64_sym(fs_rel2_cross_unit2_raw(d, along), FS_UNIT_FRAC);
    if (ahead <= 0 || fs_abs64(aside) >= reach)
        return false;
    int64_t back = (int64_t)fs_isqrt64_round((uint64_t)(reach * reach - aside * aside));
    *distance = fs_sat32(fs_max64(ahead - back, 0));
    return true;
}

struct pool_aim_hit fs__pool_cast_ball(const struct pool_view *v, const struct fs_world2 *w, fs_pos2 from,
                                       fs_unit2 along, uint32_t without, fs_rel reach)
{
    struct pool_aim_hit best = { POOL_BALLS, reach };
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++) {
        fs_rel distance;
        if (ball == without || v->ball.pocketed[ball] ||
            !distance_to_contact(fs_pos2_sub_rel(w->body.pos[ball], from), along, &distance))
            continue;
        if (distance < best.distance)
            best = (struct pool_aim_hit){ ball, distance };
    }
    return best;
}
