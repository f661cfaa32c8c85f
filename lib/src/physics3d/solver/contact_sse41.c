/* contact_sse41.c: the contact rows, four lanes at a time; see contact_passes.h. */
#if defined(__x86_64__) || defined(__i386__)

#include "physics/lanes_sse41.h"
#include "physics/lane_math.h"
#include "physics3d/joint/joint_block.h"

struct lane_bodies {
    struct vec3 v, w, d, turned;
};

/* Four lanes of four bodies, from lane `from` on, as three vectors; the fourth is dropped. */
INLINE struct vec3 gather_vectors(const int32_t *index, const struct fs__solver3_body *bodies, unsigned from)
{
    __m128i r[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm_load_si128((const __m128i *)((const int32_t *)(bodies + (uint32_t)index[i]) + from));
    transpose(r);
    return (struct vec3){ r[0], r[1], r[2] };
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver3_body *bodies)
{
    return (struct lane_bodies){ .v = gather_vectors(index, bodies, 0), .w = gather_vectors(index, bodies, 4) };
}

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver3_body *bodies)
{
    struct lane_bodies s = load_velocities(index, bodies);
    s.d = gather_vectors(index, bodies, 8);
    s.turned = gather_vectors(index, bodies, 12);
    return s;
}

INLINE void scatter_vectors(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver3_body *bodies,
                            unsigned from, struct vec3 v)
{
    const int32_t bound = FS__SOLVER3_MAX_VELOCITY;
    __m128i r[4] = { v_clamp_abs(v.x, bound), v_clamp_abs(v.y, bound), v_clamp_abs(v.z, bound), _mm_setzero_si128() };
    transpose(r);
    for (unsigned i = 0; i < 4; i++)
        if ((mask >> (i + k) & 1u) != 0)
            _mm_store_si128((__m128i *)((int32_t *)(bodies + (uint32_t)index[i]) + from), r[i]);
}

/* Lanes 3 and 7 of a solver body are always 0. */
INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver3_body *bodies,
                             const struct lane_bodies *s)
{
    scatter_vectors(index, mask, k, bodies, 0, s->v);
    scatter_vectors(index, mask, k, bodies, 4, s->w);
}

#include "physics3d/solver/contact_passes.h"
#include "physics3d/solver/contact_rows.h"

#include "physics3d/joint/joint_passes.h"

#include "physics3d/joint/joint_points.h"

FUNCTION uint32_t integrate_velocities(struct fs__solver3_body *bodies, struct fs__solver3_velocity_part *parts,
                                       uint32_t count, const struct fs__solver3_velocity_gain *gain)
{
    __m128i added[2], bound[2];
    for (unsigned h = 0; h < 2; h++) {
        added[h] = _mm_load_si128((const __m128i *)gain->gain + h);
        bound[h] = _mm_load_si128((const __m128i *)gain->bound + h);
    }
    for (uint32_t i = 0; i < count; i++) {
        __m128i *v = (__m128i *)&bodies[i].v, *part = (__m128i *)&parts[i], free[2], over = _mm_setzero_si128();
        for (unsigned h = 0; h < 2; h++) {
            free[h] = _mm_add_epi32(_mm_load_si128(v + h), added[h]);
            over = _mm_or_si128(over, v_above(free[h], bound[h]));
            over = _mm_or_si128(over, v_above(v_neg(bound[h]), free[h]));
        }
        if (v_any(over))
            return i;
        for (unsigned h = 0; h < 2; h++) {
            __m128i contacts = _mm_sub_epi32(_mm_load_si128(v + h), _mm_load_si128(part + h));
            _mm_store_si128(part + h, free[h]);
            _mm_store_si128(part + 2 + h, _mm_add_epi32(_mm_load_si128(part + 2 + h), contacts));
            contacts = v_clamp_abs(contacts, FS__SOLVER3_MAX_VELOCITY);
            _mm_store_si128(v + h, v_clamp_abs(_mm_add_epi32(free[h], contacts), FS__SOLVER3_MAX_VELOCITY));
        }
    }
    return count;
}

FUNCTION void integrate_positions(struct fs__solver3_body *bodies, int64_t *travel, uint32_t count,
                                  const struct fs__solver3_constants *constants)
{
    V factor = v_set(constants->position_step);
    for (uint32_t i = 0; i < count; i++) {
        __m128i *v = (__m128i *)&bodies[i].v, *d = (__m128i *)&bodies[i].d, *sum = (__m128i *)(travel + (size_t)i * 8);
        for (unsigned h = 0; h < 2; h++) {
            __m128i velocity = _mm_load_si128(v + h), high = _mm_srli_si128(velocity, 8);
            _mm_store_si128(sum + 2 * h, _mm_add_epi64(_mm_load_si128(sum + 2 * h), _mm_cvtepi32_epi64(velocity)));
            _mm_store_si128(sum + 2 * h + 1, _mm_add_epi64(_mm_load_si128(sum + 2 * h + 1), _mm_cvtepi32_epi64(high)));
            _mm_store_si128(d + h, _mm_add_epi32(_mm_load_si128(d + h), v_times(velocity, factor, FS_UNIT_FRAC)));
        }
    }
}

const struct fs__joint3_passes fs__joint3_passes_sse41 = JOINT_PASSES;

const struct fs__solver3_kernel fs__solver3_kernel_sse41 = { .name = "sse4.1",
                                                             CONTACT_PASSES,
                                                             .joints = &fs__joint3_passes_sse41,
                                                             .integrate_velocities = integrate_velocities,
                                                             .integrate_positions = integrate_positions };

#else
/* A file must declare something. */
typedef int fs__no_solver3_sse41_kernel;
#endif
