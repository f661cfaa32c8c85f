/* contact_scalar.c: the rows of contacts, one after the other: the definition of what every kernel computes, and
 * the only one that may be given contacts that share bodies.
 */
#include "physics2d/solver/contact_block.h"

#define VECTOR 1
#define PIECE static inline
#define PASS static

typedef int32_t V;
typedef int64_t W;
typedef bool M;

struct side {
    V vx, vy, w, dx, dy, turned;
};

PIECE V v_load(const int32_t *from)
{
    return *from;
}
PIECE void v_store(int32_t *to, V v)
{
    *to = v;
}
PIECE V v_set(int32_t v)
{
    return v;
}
PIECE V v_add(V a, V b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
PIECE V v_sub(V a, V b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}
PIECE V v_min(V a, V b)
{
    return fs_min32(a, b);
}
PIECE V v_max(V a, V b)
{
    return fs_max32(a, b);
}
PIECE V v_left(V a, int n)
{
    return (int32_t)((uint32_t)a << n);
}
PIECE bool v_any(M mask)
{
    return mask;
}
PIECE V v_select(M mask, V a, V b)
{
    return mask ? a : b;
}
PIECE M v_above(V a, V b)
{
    return a > b;
}
PIECE W w_mul(V a, V b)
{
    return (int64_t)a * b;
}
PIECE W w_add(W a, W b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}
PIECE W w_sub(W a, W b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}
PIECE W w_half(W w, unsigned n)
{
    return w_add(w, (int64_t)1 << (n - 1));
}
PIECE V w_cut(W w, unsigned n)
{
    return (int32_t)(uint32_t)((uint64_t)w >> n);
}

PIECE struct side side_read(const int32_t *index, const struct fs__solver2_body *movers)
{
    const struct fs__solver2_body *m = movers + (uint32_t)*index;
    return (struct side){ m->vx, m->vy, m->w, m->dx, m->dy, m->turned };
}

PIECE struct side side_read_speed(const int32_t *index, const struct fs__solver2_body *movers)
{
    return side_read(index, movers);
}

PIECE V speed_limit(V v)
{
    return fs_clamp32(v, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

PIECE void side_write(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver2_body *movers,
                      const struct side *s)
{
    struct fs__solver2_body *m = movers + (uint32_t)*index;
    if ((mask >> k & 1u) == 0)
        return;
    m->vx = speed_limit(s->vx);
    m->vy = speed_limit(s->vy);
    m->w = speed_limit(s->w);
}

#include "physics2d/solver/contact_passes.h"

static bool too_fast(fs_vel v, int32_t bound)
{
    return fs_uabs32(v) > (uint32_t)bound;
}

static fs_vel given_again(fs_vel v, V given)
{
    return speed_limit(v_add(v, speed_limit(given)));
}

static uint32_t kick(struct fs__solver2_body *movers, struct fs__solver2_velocity_part *parts, uint32_t count,
                     const struct fs__solver2_velocity_gain *kick)
{
    for (uint32_t i = 0; i < count; i++) {
        struct fs__solver2_body *m = movers + i;
        struct fs__solver2_velocity_part *p = parts + i;
        fs_vel vx = v_add(m->vx, kick->gain[0]), vy = v_add(m->vy, kick->gain[1]), w = m->w;
        if (too_fast(vx, kick->bound[0]) || too_fast(vy, kick->bound[1]) || too_fast(w, kick->bound[2]))
            return i;
        m->vx = given_again(vx, v_sub(m->vx, (int32_t)p->vx));
        m->vy = given_again(vy, v_sub(m->vy, (int32_t)p->vy));
        m->w = given_again(w, v_sub(w, (int32_t)p->w));
        *p = (struct fs__solver2_velocity_part){ (uint32_t)vx, (uint32_t)vy, (uint32_t)w, 0 };
    }
    return count;
}

static void drift(struct fs__solver2_body *movers, int64_t *travel, uint32_t count,
                  const struct fs__solver2_constants *soft)
{
    for (uint32_t i = 0; i < count; i++) {
        struct fs__solver2_body *m = movers + i;
        int64_t *sum = travel + (size_t)i * 4;
        sum[0] += m->vx;
        sum[1] += m->vy;
        sum[2] += m->w;
        m->dx = v_add(m->dx, w_round(w_mul(m->vx, soft->position_step), FS_UNIT_FRAC));
        m->dy = v_add(m->dy, w_round(w_mul(m->vy, soft->position_step), FS_UNIT_FRAC));
        m->turned = v_add(m->turned, w_round(w_mul(m->w, soft->position_step), FS_UNIT_FRAC));
    }
}

const struct fs__solver2_kernel fs__solver2_kernel_scalar = {
    .name = "scalar", PASSES, .integrate_velocities = kick, .integrate_positions = drift
};
