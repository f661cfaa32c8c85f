/* fingerprint.c: the digest over fixed inputs that two builds must share before they may play together.
 *
 * Inputs are the edges of every format and a fixed pseudo-random sequence; each result enters the digest
 * as a 64-bit number, so the digest does not depend on byte order. A function that is added to num is also
 * added here, with a new constant in fingerprint.h: that is a change of the number format.
 * Every machine must compute every case.
 */
#include <fixstep/fingerprint.h>
#include <fixstep/random.h>
#include <fixstep/text.h>
#include <fixstep/trig.h>
#include <fixstep/vec.h>

#define ROUNDS 96

typedef struct {
    uint64_t sum;
    uint64_t seed;
} digest;

/* Multiply, rotate, multiply: every bit of the word and of its position affects every bit of the sum. */
static void add(digest *d, uint64_t word)
{
    uint64_t z = (d->sum ^ word) * 0x9E3779B97F4A7C15u;
    d->sum = ((z << 29) | (z >> 35)) * 0xBF58476D1CE4E5B9u + 1u;
}

static void add_signed(digest *d, int64_t v)
{
    add(d, (uint64_t)v);
}

/* Knuth's 64-bit linear congruential generator; the upper bits are XORed into the lower ones. */
static uint64_t next(digest *d)
{
    d->seed = d->seed * 6364136223846793005u + 1442695040888963407u;
    return d->seed ^ (d->seed >> 33);
}

/* Numbers of all sizes: a third of them at the edges. */
static int64_t next64(digest *d)
{
    static const int64_t edges[12] = { 0,         1,           -1,           INT32_MAX,   INT32_MIN,  INT64_MAX,
                                       INT64_MIN, FS_WIDE_ONE, -FS_WIDE_ONE, FS_UNIT_ONE, 0x7FFF8000, -0x80008000LL };
    uint64_t choice = next(d);
    uint64_t bits = next(d) >> (choice >> 8 & 63);
    int64_t v = fs_sat64_from_mag(bits, choice >> 16 & 1);
    return choice % 3 == 0 ? edges[(choice >> 32) % 12] : v;
}

static int32_t next32(digest *d)
{
    return fs_sat32(next64(d));
}

/* ---- functions of num ---------------------------------------------------------------------------------------- */

static void digest_scalars(digest *d)
{
    int64_t a = next64(d), b = next64(d), c = next64(d);
    unsigned n = (unsigned)(next(d) % 63);
    add_signed(d, fs_round_shift64(a, n));
    add_signed(d, fs_round_shift64_sym(a, n));
    add_signed(d, fs_asr64(a, n));
    add_signed(d, fs_sat64_add(a, b));
    add_signed(d, fs_sat64_sub(a, b));
    add_signed(d, fs_sat64_mul(a, b));
    add_signed(d, fs_wide_mul(a, b));
    add_signed(d, fs_wide_div(a, b));
    add_signed(d, fs_muldiv64(a, b, c));
    add_signed(d, fs_mul32(fs_sat32(a), fs_sat32(b), n));
    add_signed(d, fs_mul32_sym(fs_sat32(a), fs_sat32(b), n));
    add_signed(d, fs_requantise(a, n, (unsigned)(next(d) % 63)));
    add_signed(d, fs_div64_round(a, (uint32_t)b));
    add_signed(d, fs_div64_floor(a, (uint32_t)b));
}

static void add_scaled(digest *d, fs_scaled s)
{
    add_signed(d, s.m);
    add_signed(d, s.e);
}

static void digest_scaled(digest *d)
{
    int64_t v = next64(d);
    fs_scaled a = fs_scaled_from_wide(v);
    int64_t mantissa = next64(d);
    fs_scaled b = fs_scaled_make(mantissa, (int32_t)(next(d) % 200) - 100);
    add_scaled(d, fs_scaled_inverse(a));
    add_scaled(d, fs_scaled_inverse_wide(v));
    add_scaled(d, fs_scaled_mul(a, b));
    add_scaled(d, fs_scaled_add(a, b));
    add_scaled(d, fs_scaled_div(a, b));
    add_signed(d, fs_scaled_to_q(b, FS_UNIT_FRAC));
    add_signed(d, fs_scaled_apply(b, v));
}

static void digest_roots(digest *d)
{
    int64_t v = next64(d);
    add(d, fs_isqrt64((uint64_t)v));
    add(d, fs_isqrt64_round((uint64_t)v));
    add(d, fs_isqrt128_round(fs_u128_make((uint64_t)next64(d), (uint64_t)v)));
    add_signed(d, fs_wide_sqrt(v));
    add_signed(d, fs_wide_rsqrt(v));
    add_signed(d, fs_fix16_sqrt(fs_sat32(v)));
}

static void digest_trig(digest *d)
{
    int64_t v = next64(d), w = next64(d);
    uint32_t turn = (uint32_t)next(d);
    add_signed(d, fs_sin(turn));
    add_signed(d, fs_cos((uint32_t)v));
    add(d, fs_atan2(v, w));
    add(d, fs_asin(fs_sat32(v)));
    add(d, fs_acos((fs_unit)(turn >> 1) - FS_UNIT_ONE));
    add(d, fs_turn_from_degrees(fs_sat32(v)));
    add(d, fs_turn_from_radians(fs_sat32(v)));
    add_signed(d, fs_degrees_from_turn(turn));
    add_signed(d, fs_radians_from_turn(turn));
}

static void digest_powers(digest *d)
{
    int64_t v = next64(d);
    uint32_t hz = (uint32_t)(next(d) % 1000);
    uint32_t tick = (uint32_t)next(d);
    add_signed(d, fs_wide_log2(v));
    add_signed(d, fs_wide_log(v));
    add_signed(d, fs_wide_exp2(fs_asr64(v, 26)));
    add_signed(d, fs_wide_exp(fs_asr64(v, 27)));
    add_signed(d, fs_wide_pow(fs_abs64(v), next64(d)));
    add_signed(d, fs_pow_dt((fs_unit)(next(d) & 0x3FFFFFFF), hz));
    add_signed(d, fs_decay_dt(v, hz));
    add_signed(d, fs_velocity_increment(v, hz, tick));
    add_signed(d, fs_velocity_increment_sym(v, hz, tick));
}

/* One draw per statement: C leaves the order in which arguments are evaluated to the compiler. */
static fs_rel3 next_rel3(digest *d)
{
    fs_rel3 v;
    v.x = next32(d);
    v.y = next32(d);
    v.z = next32(d);
    return v;
}

static fs_wide3 next_wide3(digest *d)
{
    fs_wide3 v;
    v.x = next64(d);
    v.y = next64(d);
    v.z = next64(d);
    return v;
}

static void add3(digest *d, int64_t x, int64_t y, int64_t z)
{
    add_signed(d, x);
    add_signed(d, y);
    add_signed(d, z);
}

static void digest_vectors(digest *d)
{
    fs_rel3 a = next_rel3(d);
    fs_rel3 b = next_rel3(d);
    fs_wide3 p = next_wide3(d);
    fs_wide3 q = next_wide3(d);
    fs_rel3 cross = fs_rel3_cross(a, b);
    fs_wide3 wide_cross = fs_wide3_cross(p, q);
    fs_unit3 u;
    fs_rel3_normalise(a, &u);
    add3(d, u.x, u.y, u.z);
    fs_wide3_normalise(p, &u);
    add3(d, u.x, u.y, u.z);
    add3(d, cross.x, cross.y, cross.z);
    add3(d, wide_cross.x, wide_cross.y, wide_cross.z);
    add3(d, fs_rel3_dot(a, b), fs_wide3_dot(p, q), fs_rel3_length(a));
    add3(d, fs_wide3_length(p), fs_pos_sub_rel(p.x, q.x), fs_pos_advance(p.x, a.x, (uint32_t)b.y));
    add_signed(d, fs_pos2_dist_sq_cmp(fs_pos2_make(p.x, p.y), fs_pos2_make(q.x, q.y), p.z));
    add_signed(d, fs_pos2_dist(fs_pos2_make(p.x, p.y), fs_pos2_make(q.x, q.y)));
}

static void add_quat(digest *d, fs_quat q)
{
    add3(d, q.x, q.y, q.z);
    add_signed(d, q.w);
}

static void add_mat3(digest *d, fs_mat3 m)
{
    add3(d, m.x.x, m.x.y, m.x.z);
    add3(d, m.y.x, m.y.y, m.y.z);
    add3(d, m.z.x, m.z.y, m.z.z);
}

static void add_sym3(digest *d, fs_sym3 s)
{
    add3(d, s.xx, s.yy, s.zz);
    add3(d, s.xy, s.xz, s.yz);
    add_signed(d, s.e);
}

static void digest_rotations(digest *d)
{
    fs_rel3 r = next_rel3(d);
    fs_vel3 w = fs_vel3_make(r.x, r.y, r.z);
    int32_t k = next32(d);
    uint32_t hz = (uint32_t)(next(d) % 500);
    fs_quat q = fs_quat_normalise(fs_quat_make(r.y, r.z, k, r.x));
    fs_quat next_q = fs_quat_integrate(q, w, hz);
    fs_rot2 c = fs_rot2_integrate(fs_rot2_from_turn((uint32_t)k), w.x, hz);
    fs_mat3 m = fs_mat3_from_quat(q);
    fs_vel3 turned = fs_mat3_vel(m, w);
    add_quat(d, next_q);
    add_quat(d, fs_quat_mul(q, next_q));
    add_quat(d, fs_quat_from_mat3(m));
    add_mat3(d, m);
    add3(d, c.c, c.s, turned.z);
    fs_diag3 diag = fs_diag3_from_scaled(fs_scaled_from_wide(r.x), fs_scaled_from_wide(r.y), fs_scaled_from_wide(k));
    add_sym3(d, fs_sym3_rotate_diag(m, diag));
    fs_sym3 inverse;
    add(d, fs_sym3_inverse(fs_sym3_from_wide(fs_abs64(r.x), fs_abs64(r.y), fs_abs64(k), 3, -4, 5), &inverse));
    add_sym3(d, inverse);
    fs_raw3 applied = fs_sym3_apply(inverse, r.x, r.y, r.z, 9);
    add3(d, applied.x, applied.y, applied.z);
}

static void digest_random(digest *d)
{
    uint64_t seed = next(d);
    fs_rng r = fs_rng_seed(seed, next(d));
    add(d, fs_rng_u64(&r));
    add(d, fs_rng_below(&r, 1000));
    add_signed(d, fs_rng_range(&r, -100, 100));
    add_signed(d, fs_rng_unit(&r));
    add(d, r.counter);
}

static void add_text(digest *d, const char *text)
{
    for (; *text; text++)
        add(d, (unsigned char)*text);
    add(d, 0);
}

static void digest_text(digest *d)
{
    char text[FS_NUMBER_TEXT_MAX];
    int64_t v = next64(d), back = 0;
    add(d, fs_format_wide(text, sizeof text, v));
    add_text(d, text);
    add(d, fs_parse_wide(text, &back));
    add_signed(d, back);
}

uint64_t fs_num_kernel_digest(void)
{
    digest d = { 0, 20260101 };
    for (int i = 0; i < ROUNDS; i++) {
        digest_scalars(&d);
        digest_scaled(&d);
        digest_roots(&d);
        digest_trig(&d);
        digest_powers(&d);
        digest_vectors(&d);
        digest_rotations(&d);
        digest_random(&d);
        digest_text(&d);
    }
    return d.sum;
}

/* ---- libfixmath ------------------------------------------------------------------------------------------ */

static void digest_fixmath(digest *d)
{
    char text[32];
    fix16_t a = next32(d);
    fix16_t b = next32(d);
    add_signed(d, fix16_mul(a, b));
    add_signed(d, fix16_div(a, b));
    add_signed(d, fix16_sqrt(fs_abs32(a)));
    add_signed(d, fix16_sadd(a, b));
    add_signed(d, fix16_ssub(a, b));
    add_signed(d, fix16_smul(a, b));
    add_signed(d, fix16_sdiv(a, b));
    add_signed(d, fix16_to_int(a / 2));
    fix16_to_str(a, text, 5);
    add_text(d, text);
    add_signed(d, fix16_from_str(text));
}

uint64_t fs_num_fixmath_digest(void)
{
    digest d = { 1, 19990101 };
    for (int i = 0; i < ROUNDS; i++)
        digest_fixmath(&d);
    return d.sum;
}

uint64_t fs_num_fingerprint(void)
{
    digest d = { FS_NUMBER_FORMAT_VERSION, 0 };
    add(&d, fs_num_kernel_digest());
    add(&d, fs_num_fixmath_digest());
    return d.sum;
}

bool fs_num_selftest(void)
{
    return fs_num_fingerprint() == FS_NUM_FINGERPRINT;
}
