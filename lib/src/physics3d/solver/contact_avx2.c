/* contact_avx2.c: the contact rows, eight lanes at a time; see contact_passes.h. */
#if defined(__x86_64__) || defined(__i386__)

#include "physics/lanes_avx2.h"
#include "physics/lane_math.h"
#include "physics3d/joint/joint_block.h"

struct lane_bodies {
    struct vec3 v, w, d, turned;
};

/* Transposes 8 x 8 lanes. */
INLINE void transpose8(__m256i r[8])
{
    __m256i low[4] = { r[0], r[1], r[2], r[3] }, high[4] = { r[4], r[5], r[6], r[7] };
    transpose(low);
    transpose(high);
    for (int i = 0; i < 4; i++) {
        r[i] = _mm256_permute2x128_si256(low[i], high[i], 0x20);
        r[i + 4] = _mm256_permute2x128_si256(low[i], high[i], 0x31);
    }
}

/* Eight lanes of eight bodies, from lane `from` on. */
INLINE void gather_lanes(const int32_t *index, const struct fs__solver3_body *bodies, unsigned from, __m256i r[8])
{
    for (int i = 0; i < 8; i++)
        r[i] = _mm256_load_si256((const __m256i *)((const int32_t *)(bodies + (uint32_t)index[i]) + from));
    transpose8(r);
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver3_body *bodies)
{
    __m256i r[8];
    gather_lanes(index, bodies, 0, r);
    return (struct lane_bodies){ .v = { r[0], r[1], r[2] }, .w = { r[4], r[5], r[6] } };
}

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver3_body *bodies)
{
    __m256i r[8];
    struct lane_bodies s = load_velocities(index, bodies);
    gather_lanes(index, bodies, 8, r);
    s.d = (struct vec3){ r[0], r[1], r[2] };
    s.turned = (struct vec3){ r[4], r[5], r[6] };
    return s;
}

/* Lanes 3 and 7 of a solver body are always 0. */
INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver3_body *bodies,
                             const struct lane_bodies *s)
{
    const int32_t bound = FS__SOLVER3_MAX_VELOCITY;
    __m256i zero = _mm256_setzero_si256();
    __m256i r[8] = { v_clamp_abs(s->v.x, bound), v_clamp_abs(s->v.y, bound), v_clamp_abs(s->v.z, bound), zero,
                     v_clamp_abs(s->w.x, bound), v_clamp_abs(s->w.y, bound), v_clamp_abs(s->w.z, bound), zero };
    (void)k;
    transpose8(r);
    for (int i = 0; i < 8; i++)
        if ((mask >> i & 1) != 0)
            _mm256_store_si256((__m256i *)(bodies + (uint32_t)index[i]), r[i]);
}

#include "physics3d/solver/contact_passes.h"
#include "physics3d/solver/contact_rows.h"

#include "physics3d/joint/joint_passes.h"

#include "physics3d/joint/joint_points.h"

FUNCTION uint32_t integrate_velocities(struct fs__solver3_body *bodies, struct fs__solver3_velocity_part *parts,
                                       uint32_t count, const struct fs__solver3_velocity_gain *gain)
{
    __m256i added = _mm256_load_si256((const __m256i *)gain->gain),
            bound = _mm256_load_si256((const __m256i *)gain->bound);
    for (uint32_t i = 0; i < count; i++) {
        __m256i *at = (__m256i *)&bodies[i].v, *part = (__m256i *)&parts[i], v = _mm256_load_si256(at);
        __m256i contacts = _mm256_sub_epi32(v, _mm256_load_si256(part)), free = _mm256_add_epi32(v, added);
        if (v_any(_mm256_or_si256(v_above(free, bound), v_above(v_neg(bound), free))))
            return i;
        _mm256_store_si256(part, free);
        _mm256_store_si256(part + 1, _mm256_add_epi32(_mm256_load_si256(part + 1), contacts));
        contacts = v_clamp_abs(contacts, FS__SOLVER3_MAX_VELOCITY);
        _mm256_store_si256(at, v_clamp_abs(_mm256_add_epi32(free, contacts), FS__SOLVER3_MAX_VELOCITY));
    }
    return count;
}

FUNCTION void integrate_positions(struct fs__solver3_body *bodies, int64_t *travel, uint32_t count,
                                  const struct fs__solver3_constants *constants)
{
    V factor = v_set(constants->position_step);
    for (uint32_t i = 0; i < count; i++) {
        __m256i v = _mm256_load_si256((const __m256i *)&bodies[i].v), *d = (__m256i *)&bodies[i].d;
        __m256i *sum = (__m256i *)(travel + (size_t)i * 8);
        __m256i low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(v)),
                high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(v, 1));
        _mm256_store_si256(sum, _mm256_add_epi64(_mm256_load_si256(sum), low));
        _mm256_store_si256(sum + 1, _mm256_add_epi64(_mm256_load_si256(sum + 1), high));
        _mm256_store_si256(d, _mm256_add_epi32(_mm256_load_si256(d), v_times(v, factor, FS_UNIT_FRAC)));
    }
}

const struct fs__joint3_passes fs__joint3_passes_avx2 = JOINT_PASSES;

const struct fs__solver3_kernel fs__solver3_kernel_avx2 = { .name = "avx2",
                                                            CONTACT_PASSES,
                                                            .joints = &fs__joint3_passes_avx2,
                                                            .integrate_velocities = integrate_velocities,
                                                            .integrate_positions = integrate_positions };

#else
/* A file must declare something. */
typedef int fs__no_solver3_avx2_kernel;
#endif
