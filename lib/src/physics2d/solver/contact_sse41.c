/* contact_sse41.c: the contact rows, four lanes at a time; see contact_passes.h. */
#if defined(__x86_64__) || defined(__i386__)

#include <fixstep/trig.h>

#include "physics/lanes_sse41.h"
#include "physics/lane_math.h"
#include "physics2d/solver/contact_block.h"

struct lane_bodies {
    V vx, vy, w, dx, dy, turned;
};

INLINE void gather_columns(const int32_t *index, const struct fs__solver2_body *bodies, unsigned from, __m128i r[4])
{
    for (int i = 0; i < 4; i++)
        r[i] = _mm_load_si128((const __m128i *)((const int32_t *)(bodies + (uint32_t)index[i]) + from));
    transpose(r);
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m128i r[4];
    gather_columns(index, bodies, 0, r);
    return (struct lane_bodies){ .vx = r[0], .vy = r[1], .w = r[2] };
}

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m128i r[4];
    struct lane_bodies s = load_velocities(index, bodies);
    gather_columns(index, bodies, 4, r);
    s.dx = r[0];
    s.dy = r[1];
    s.turned = r[2];
    return s;
}

INLINE V clamp_velocity(V v)
{
    return v_clamp_abs(v, FS__SOLVER2_MAX_VELOCITY);
}

/* Lane 3 is the flags of a solver body, which are always 0. */
INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver2_body *bodies,
                             const struct lane_bodies *s)
{
    __m128i r[4] = { clamp_velocity(s->vx), clamp_velocity(s->vy), clamp_velocity(s->w), _mm_setzero_si128() };
    transpose(r);
    for (unsigned i = 0; i < 4; i++)
        if ((mask >> (i + k) & 1u) != 0)
            _mm_store_si128((__m128i *)(bodies + (uint32_t)index[i]), r[i]);
}

#include "physics2d/solver/contact_passes.h"
#include "physics2d/joint/joint_passes.h"
#include "physics2d/joint/tree_passes.h"

SSE41 uint32_t fs__solver2_integrate_velocities_sse41(struct fs__solver2_body *bodies,
                                                      struct fs__solver2_velocity_part *parts, uint32_t count,
                                                      const struct fs__solver2_velocity_gain *gain)
{
    __m128i added = _mm_load_si128((const __m128i *)gain->gain), bound = _mm_load_si128((const __m128i *)gain->bound);
    __m128i top = _mm_set1_epi32(FS__SOLVER2_MAX_VELOCITY), bottom = _mm_set1_epi32(-FS__SOLVER2_MAX_VELOCITY);
    for (uint32_t i = 0; i < count; i++) {
        __m128i *mover = (__m128i *)&bodies[i].vx, *part = (__m128i *)&parts[i], v = _mm_load_si128(mover);
        __m128i contact_part = _mm_sub_epi32(v, _mm_load_si128(part));
        v = _mm_add_epi32(v, added);
        if (v_any(_mm_or_si128(v_above(v, bound), v_above(v_neg(bound), v))))
            return i;
        _mm_store_si128(part, v);
        _mm_store_si128(part + 1, _mm_add_epi32(_mm_load_si128(part + 1), contact_part));
        contact_part = _mm_max_epi32(bottom, _mm_min_epi32(contact_part, top));
        _mm_store_si128(mover, _mm_max_epi32(bottom, _mm_min_epi32(_mm_add_epi32(v, contact_part), top)));
    }
    return count;
}

SSE41 static void integrate_positions(struct fs__solver2_body *bodies, int64_t *travel, uint32_t count,
                                      const struct fs__solver2_constants *constants)
{
    __m128i factor = _mm_set1_epi64x(constants->position_step),
            half = _mm_set1_epi64x((int64_t)1 << (FS_UNIT_FRAC - 1));
    for (uint32_t i = 0; i < count; i++) {
        __m128i v = _mm_load_si128((const __m128i *)&bodies[i].vx);
        __m128i d = _mm_load_si128((const __m128i *)&bodies[i].dx);
        __m128i *sum = (__m128i *)(travel + (size_t)i * 4);
        __m128i even = _mm_add_epi64(_mm_mul_epi32(v, factor), half);
        __m128i odd = _mm_add_epi64(_mm_mul_epi32(high_halves(v), factor), half);
        __m128i displacement = _mm_blend_epi16(_mm_srli_epi64(even, FS_UNIT_FRAC),
                                               _mm_slli_epi64(odd, 32 - FS_UNIT_FRAC), 0xCC);
        _mm_store_si128(sum, _mm_add_epi64(_mm_load_si128(sum), _mm_cvtepi32_epi64(v)));
        _mm_store_si128(sum + 1, _mm_add_epi64(_mm_load_si128(sum + 1), _mm_cvtepi32_epi64(_mm_srli_si128(v, 8))));
        _mm_store_si128((__m128i *)&bodies[i].dx, _mm_add_epi32(d, displacement));
    }
}

const struct fs__solver2_kernel fs__solver2_kernel_sse41 = { .name = "sse4.1",
                                                             .polygon_passes = &fs__polygon2_sse41,
                                                             CONTACT_PASSES,
                                                             JOINT_PASSES,
                                                             TREE_PASSES,
                                                             .integrate_velocities =
                                                                 fs__solver2_integrate_velocities_sse41,
                                                             .integrate_positions = integrate_positions };

#else
/* A file must declare something. */
typedef int fs__no_two_sse41_kernel;
#endif
