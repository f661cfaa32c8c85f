/* contact_avx2.c: the contact rows, eight lanes at a time; see contact_passes.h. */
#if defined(__x86_64__) || defined(__i386__)

#include <fixstep/trig.h>

#include "physics/lanes_avx2.h"
#include "physics/lane_math.h"
#include "physics2d/solver/contact_block.h"

struct lane_bodies {
    V vx, vy, w, dx, dy, turned;
};

/* Four lanes of a body, for two bodies: `low` in the lower half of the register, `high` in the upper half. */
INLINE __m256i load_two_bodies(const int32_t *low, const int32_t *high)
{
    __m256i v = _mm256_castsi128_si256(_mm_load_si128((const __m128i *)low));
    return _mm256_inserti128_si256(v, _mm_load_si128((const __m128i *)high), 1);
}

INLINE void gather_columns(const int32_t *index, const struct fs__solver2_body *bodies, unsigned from, __m256i r[4])
{
    for (int i = 0; i < 4; i++)
        r[i] = load_two_bodies((const int32_t *)(bodies + (uint32_t)index[i]) + from,
                               (const int32_t *)(bodies + (uint32_t)index[i + 4]) + from);
    transpose(r);
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m256i r[4];
    gather_columns(index, bodies, 0, r);
    return (struct lane_bodies){ .vx = r[0], .vy = r[1], .w = r[2] };
}

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m256i r[4];
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
    __m256i r[4] = { clamp_velocity(s->vx), clamp_velocity(s->vy), clamp_velocity(s->w), _mm256_setzero_si256() };
    (void)k;
    transpose(r);
    for (int i = 0; i < 4; i++) {
        if ((mask >> i & 1) != 0)
            _mm_store_si128((__m128i *)(bodies + (uint32_t)index[i]), _mm256_castsi256_si128(r[i]));
        if ((mask >> (i + 4) & 1) != 0)
            _mm_store_si128((__m128i *)(bodies + (uint32_t)index[i + 4]), _mm256_extracti128_si256(r[i], 1));
    }
}

#include "physics2d/solver/contact_passes.h"
#include "physics2d/joint/joint_passes.h"
#include "physics2d/joint/tree_passes.h"

AVX2 static void integrate_positions(struct fs__solver2_body *bodies, int64_t *travel, uint32_t count,
                                     const struct fs__solver2_constants *constants)
{
    __m128i factor = _mm_set1_epi64x(constants->position_step),
            half = _mm_set1_epi64x((int64_t)1 << (FS_UNIT_FRAC - 1));
    for (uint32_t i = 0; i < count; i++) {
        __m128i v = _mm_load_si128((const __m128i *)&bodies[i].vx);
        __m128i d = _mm_load_si128((const __m128i *)&bodies[i].dx);
        __m256i sum = _mm256_load_si256((const __m256i *)(travel + (size_t)i * 4));
        __m128i even = _mm_add_epi64(_mm_mul_epi32(v, factor), half);
        __m128i odd = _mm_add_epi64(_mm_mul_epi32(_mm_srli_epi64(v, 32), factor), half);
        __m128i displacement = _mm_blend_epi32(_mm_srli_epi64(even, FS_UNIT_FRAC),
                                               _mm_slli_epi64(odd, 32 - FS_UNIT_FRAC), 0xA);
        _mm256_store_si256((__m256i *)(travel + (size_t)i * 4), _mm256_add_epi64(sum, _mm256_cvtepi32_epi64(v)));
        _mm_store_si128((__m128i *)&bodies[i].dx, _mm_add_epi32(d, displacement));
    }
}

const struct fs__solver2_kernel fs__solver2_kernel_avx2 = { .name = "avx2",
                                                            .polygon_passes = &fs__polygon2_avx2,
                                                            CONTACT_PASSES,
                                                            JOINT_PASSES,
                                                            TREE_PASSES,
                                                            .integrate_velocities =
                                                                fs__solver2_integrate_velocities_sse41,
                                                            .integrate_positions = integrate_positions };

#else
/* A file must declare something. */
typedef int fs__no_solver2_avx2_kernel;
#endif
