/* joint_blocks.c: chooses the hinges that fit into lanes, fills blocks with them, and copies results back.
 *
 * A hinge fits when its bodies' masses differ by at most 1:4096, its arms and error are below 7 m, its K below 31 and its
 * impulse below three quarters of what a lane may hold (256 m/s, and 512 rad/s of either body). So a hinge under a load
 * that lanes cannot hold is solved in wide numbers from the next tick on.
 */
#include <string.h>

#include "base/parallel_for.h"
#include "physics2d/joint/joint_block.h"

#define MAX_ARM (7 * FS_REL_ONE)

enum {
    CHUNK_BLOCKS = 16, /* fewer blocks are not worth another thread */
    RATIO_FRAC = 46,
    MAX_POWER_EXPONENT = 30,
    MIN_SHARE = 1 << (FS_UNIT_FRAC - 12),
    MAX_K = 31,
    MAX_ALPHA = 104, /* 1/m */
    REACH_ALPHA = 4, /* of it for the error */
    REACH_PART = 8   /* of the arms */
};

/* Mass properties of a pair of bodies; consecutive hinges often have the same. */
struct pair {
    fs_scaled mass_a, inertia_a, mass_b, inertia_b; /* inverse; the key of this cached pair */
    fs_scaled mass, to_velocity;                    /* m, 1/m */
    fs_unit share_a, share_b;
    int32_t w_a, power_a, w_b, power_b; /* m / I = w * power * 2^-46, 1/m^2 */
    uint64_t w16_a, w16_b;              /* the same, Q16 */
    bool valid, fits;
};

/* A hinge as a lane takes it. */
struct hinge {
    uint32_t row, a, b; /* solver bodies */
    fs_rel2 arm_a, arm_b, error;
    fs_rel reach;
    fs_unit share_a, share_b;
    int32_t w_a, power_a, w_b, power_b;
    int32_t impulse_x, impulse_y, max_impulse; /* Q22 */
    uint32_t group;
};

/* ---- masses -------------------------------------------------------------------------------------------------------- */

/* Splits w; false when it is beyond the format. */
static bool split_ratio(fs_scaled w, int32_t *mantissa, int32_t *power, uint64_t *q16)
{
    int32_t e = w.e + RATIO_FRAC;
    *mantissa = e >= 0 ? w.m : e < -31 ? 0 : w.m >> -e;
    *power = (int32_t)1 << fs_clamp32(e, 0, MAX_POWER_EXPONENT);
    *q16 = (uint64_t)fs_max64(fs_scaled_to_q(w, 16), 0);
    return w.m == 0 || e <= MAX_POWER_EXPONENT;
}

static void compute_pair(struct pair *p)
{
    p->to_velocity = fs_scaled_add(p->mass_a, p->mass_b);
    fs_scaled m = p->mass = fs_scaled_inverse(p->to_velocity);
    p->share_a = fs_unit_from_scaled(fs_scaled_mul(m, p->mass_a));
    p->share_b = FS_UNIT_ONE - p->share_a;
    bool w_a = split_ratio(fs_scaled_mul(m, p->inertia_a), &p->w_a, &p->power_a, &p->w16_a);
    bool w_b = split_ratio(fs_scaled_mul(m, p->inertia_b), &p->w_b, &p->power_b, &p->w16_b);
    bool a_fits = p->mass_a.m == 0 || p->share_a >= MIN_SHARE, b_fits = p->mass_b.m == 0 || p->share_b >= MIN_SHARE;
    p->fits = m.m != 0 && w_a && w_b && a_fits && b_fits;
}

static const struct pair *find_pair(struct pair *p, const struct fs__world2_tick *t, uint32_t a, uint32_t b)
{
    struct pair key = { .mass_a = fs__joint2_inverse_mass(t, a),
                        .inertia_a = fs__joint2_inverse_inertia(t, a),
                        .mass_b = fs__joint2_inverse_mass(t, b),
                        .inertia_b = fs__joint2_inverse_inertia(t, b),
                        .valid = true };
    if (p->valid && fs_scaled_equal(p->mass_a, key.mass_a) && fs_scaled_equal(p->mass_b, key.mass_b) &&
        fs_scaled_equal(p->inertia_a, key.inertia_a) && fs_scaled_equal(p->inertia_b, key.inertia_b))
        return p;
    *p = key;
    compute_pair(p);
    return p;
}

/* ---- hinges -------------------------------------------------------------------------------------------------------- */

static bool is_small(fs_rel2 v)
{
    return fs_uabs32(v.x) <= (uint32_t)MAX_ARM && fs_uabs32(v.y) <= (uint32_t)MAX_ARM;
}

/* By how far an arm of a may grow by the error (Q16): an eighth of the arms, as long as the response of a stays small. */
static uint64_t reach_of(const struct pair *p, uint64_t length_a, uint64_t length_b)
{
    return fs_min_u64((length_a + length_b) / REACH_PART, ((uint64_t)REACH_ALPHA << 32) / fs_max_u64(p->w16_a, 1));
}

/* |x| + |y|, at least the length (Q16). */
static uint64_t arm_length(fs_rel2 arm)
{
    return ((uint64_t)fs_uabs32(arm.x) + fs_uabs32(arm.y)) >> (FS_REL_FRAC - 16);
}

/* The largest impulse (Q22) that turns no body by more than 512 rad/s; 0 when the responses exceed their formats. */
static int32_t max_impulse_of(const struct pair *p, uint64_t length_a, uint64_t length_b)
{
    const uint64_t max_w = (uint64_t)1 << 32; /* keeps the products below 2^64; beyond it no arm fits */
    uint64_t alpha_a = fs_min_u64(p->w16_a, max_w) * length_a >> 16,
             alpha_b = fs_min_u64(p->w16_b, max_w) * length_b >> 16;
    uint64_t alpha = fs_max_u64(alpha_a, alpha_b), k = (alpha_a * length_a + alpha_b * length_b) >> 32;
    if (p->w16_a > max_w || p->w16_b > max_w || alpha > (uint64_t)MAX_ALPHA << 16 || k >= MAX_K)
        return 0;
    uint64_t max = ((uint64_t)512 << (FS__JOINT2_IMPULSE_FRAC + 16)) / fs_max_u64(alpha, 1);
    return (int32_t)fs_min_u64(max, ((uint64_t)1 << 30) - 1);
}

static fs_rel2 arm_of(const struct fs_world2 *w, uint32_t body, fs_rel2 anchor)
{
    return fs_rot2_rel(w->body.rot[body], fs_rel2_sub(anchor, w->body.centre[body]));
}

/* Loads the impulses of the last tick; false when they are too large. */
static bool load_impulses(struct hinge *h, const struct pair *p, fs_wide2 impulse, bool warm)
{
    const int bits = FS_WIDE_FRAC - FS__JOINT2_IMPULSE_FRAC;
    int64_t x = warm ? fs_round_shift64_sym(fs_scaled_apply(p->to_velocity, impulse.x), bits) : 0;
    int64_t y = warm ? fs_round_shift64_sym(fs_scaled_apply(p->to_velocity, impulse.y), bits) : 0;
    int64_t limit = h->max_impulse / 4 * 3;
    if (fs_abs64(x) > limit || fs_abs64(y) > limit)
        return false;
    h->impulse_x = (int32_t)x;
    h->impulse_y = (int32_t)y;
    return true;
}

static bool load_hinge(struct hinge *h, struct pair *cache, const struct fs__joint_solver2 *js,
                       const struct fs__world2_tick *t, uint32_t row)
{
    const struct fs_world2 *w = t->w;
    const struct fs_joint2_view *v = &w->joint;
    const unsigned parts = FS_JOINT2_SPRING | FS_JOINT2_MOTOR | FS_JOINT2_LIMIT;
    uint32_t a = v->body_a[row], b = v->body_b[row];
    if (v->kind[row] != FS_JOINT2_REVOLUTE || (v->flags[row] & parts) != 0 || v->break_force[row] != 0)
        return false;
    const struct pair *p = find_pair(cache, t, a, b);
    h->row = row;
    h->a = t->solver_index[a];
    h->b = t->solver_index[b];
    h->arm_a = arm_of(w, a, v->anchor_a[row]);
    h->arm_b = arm_of(w, b, v->anchor_b[row]);
    fs_rel2 offset = fs_pos2_sub_rel(w->body.pos[b], w->body.pos[a]);
    h->error.x = fs_sat32((int64_t)offset.x + h->arm_b.x - h->arm_a.x);
    h->error.y = fs_sat32((int64_t)offset.y + h->arm_b.y - h->arm_a.y);
    if (!p->fits || !is_small(h->arm_a) || !is_small(h->arm_b) || !is_small(h->error))
        return false;
    h->share_a = p->share_a;
    h->share_b = p->share_b;
    h->w_a = p->w_a;
    h->power_a = p->power_a;
    h->w_b = p->w_b;
    h->power_b = p->power_b;
    uint64_t length_a = arm_length(h->arm_a), length_b = arm_length(h->arm_b), reach = reach_of(p, length_a, length_b);
    h->reach = (fs_rel)(reach << (FS_REL_FRAC - 16));
    h->max_impulse = max_impulse_of(p, length_a + 2 * reach, length_b);
    return h->max_impulse > 0 && load_impulses(h, p, v->impulse[row], js->warm);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------- */

static size_t max_blocks(uint32_t joints)
{
    return fs__colouring_max_blocks(joints, 1, FS__JOINT2_LANES);
}

size_t fs__joint2_blocks_arena_size(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(max_blocks(joints) * sizeof(struct fs__joint2_block)) +
           FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(uint32_t)) + FS_ARENA_BYTES(joints * sizeof(struct hinge));
}

static struct fs__joint2_block_softness make_softness(const struct fs__joint_softness *rigid)
{
    int64_t rate = fs_clamp64(fs_round_shift64_sym(rigid->bias_rate, FS_WIDE_FRAC - FS_FIX16_FRAC), 1, INT32_MAX);
    struct fs__joint2_block_softness s = { .mass_scale = rigid->mass_scale, .impulse_scale = rigid->impulse_scale };
    s.bias_rate = (int32_t)rate;
    s.max_error = (int32_t)fs_min64(((int64_t)64 << (FS_REL_FRAC + FS_FIX16_FRAC)) / rate, MAX_ARM);
    return s;
}

static void fill_lane(struct fs__joint2_block *r, unsigned lane, const struct hinge *h, const struct fs__colouring *c)
{
    const struct {
        int32_t *to;
        int32_t value;
    } fields[] = { { r->a, (int32_t)h->a },        { r->b, (int32_t)h->b },
                   { r->row, (int32_t)h->row },    { r->share_a, h->share_a },
                   { r->share_b, h->share_b },     { r->arm0_ax, h->arm_a.x },
                   { r->arm0_ay, h->arm_a.y },     { r->arm0_bx, h->arm_b.x },
                   { r->arm0_by, h->arm_b.y },     { r->error0_x, h->error.x },
                   { r->error0_y, h->error.y },    { r->w_a, h->w_a },
                   { r->power_a, h->power_a },     { r->w_b, h->w_b },
                   { r->power_b, h->power_b },     { r->impulse_x, h->impulse_x },
                   { r->impulse_y, h->impulse_y }, { r->max_impulse, h->max_impulse },
                   { r->reach, h->reach } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        fields[i].to[lane] = fields[i].value;
    r->used |= (uint8_t)(1u << lane);
    if (fs__colouring_is_movable(c, h->a))
        r->write_a |= (uint8_t)(1u << lane);
    if (fs__colouring_is_movable(c, h->b))
        r->write_b |= (uint8_t)(1u << lane);
}

/* Colours the hinges that fit, in the order of the list, and keeps the others in it. */
static uint32_t choose_hinges(struct fs__joint2_blocks *s, const struct fs__joint_solver2 *js,
                              const struct fs__world2_tick *tick, uint32_t *list, uint32_t *count, struct hinge *hinge)
{
    struct pair cache = { .valid = false };
    uint32_t hinges = 0, left = 0;
    for (uint32_t i = 0; i < *count; i++) {
        struct hinge *h = &hinge[hinges];
        bool fits = load_hinge(h, &cache, js, tick, tick->joint[list[i]]);
        uint32_t colour = fits ? fs__colouring_pick(&s->colouring, h->a, h->b) : FS__COLOURING_COLOURS;
        if (colour == FS__COLOURING_COLOURS) {
            list[left++] = list[i];
            continue;
        }
        h->group = fs__colouring_add(&s->colouring, h->a, h->b, 0);
        hinges++;
    }
    *count = left;
    return hinges;
}

bool fs__joint2_alloc_blocks(struct fs__joint2_blocks *s, uint32_t joints, fs_arena *arena)
{
    s->block = fs_arena_take(arena, max_blocks(joints) * sizeof *s->block);
    return s->block != NULL;
}

bool fs__joint2_fill_blocks(struct fs__joint2_blocks *s, const struct fs__joint_solver2 *js,
                            const struct fs__world2_tick *tick, uint32_t *list, uint32_t *count, fs_arena work)
{
    uint32_t next[FS__COLOURING_MAX_GROUPS] = { 0 };
    uint32_t *used = fs_arena_take(&work, (size_t)tick->solver_body_count * sizeof *used);
    struct hinge *hinge = fs_arena_take(&work, *count * sizeof *hinge);
    if (used == NULL || hinge == NULL)
        return false;
    for (uint32_t i = 0; i < tick->solver_body_count; i++)
        used[i] = i != FS__SOLVER2_STATIC_BODY && fs__solver2_is_movable(tick->w, tick->body_row[i])
                      ? 0
                      : FS__COLOURING_IMMOVABLE;
    s->tick = tick;
    s->softness = make_softness(&js->rigid);
    fs__colouring_begin(&s->colouring, used, 1);
    uint32_t hinges = choose_hinges(s, js, tick, list, count, hinge);
    uint32_t blocks = fs__colouring_lay_out_blocks(&s->colouring, FS__JOINT2_LANES);
    memset(s->block, 0, blocks * sizeof *s->block);
    for (uint32_t i = 0; i < hinges; i++) {
        uint32_t nth = next[hinge[i].group]++;
        fill_lane(&s->block[s->colouring.first[hinge[i].group] + nth / FS__JOINT2_LANES], nth % FS__JOINT2_LANES,
                  &hinge[i], &s->colouring);
    }
    return true;
}

struct job {
    const struct fs__joint2_blocks *s;
    fs__joint2_block_pass_fn *pass;
    uint32_t first;
};

static void run_chunk(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct job *job = work;
    (void)chunk;
    job->pass(job->s->block + job->first + from, to - from, job->s->tick->solver_body, &job->s->softness);
}

void fs__joint2_run_blocks(const struct fs__joint2_blocks *s, fs__joint2_block_pass_fn *pass)
{
    for (uint32_t group = 0; group < s->colouring.overflow; group++) {
        uint32_t first = s->colouring.first[group], count = s->colouring.first[group + 1] - first;
        struct job job = { .s = s, .pass = pass, .first = first };
        if (count > 0)
            fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BLOCKS), run_chunk, &job);
    }
}

void fs__joint2_clear_block_impulses(const struct fs__joint2_blocks *s)
{
    for (uint32_t i = 0; i < s->colouring.first[s->colouring.overflow]; i++) {
        memset(s->block[i].impulse_x, 0, sizeof s->block[i].impulse_x);
        memset(s->block[i].impulse_y, 0, sizeof s->block[i].impulse_y);
    }
}

/* ---- results ------------------------------------------------------------------------------------------------------- */

static void store_hinge(const struct fs__joint2_blocks *s, const struct fs__joint2_block *r, unsigned lane,
                        struct pair *cache)
{
    const int64_t q32 = (int64_t)1 << (FS_WIDE_FRAC - FS__JOINT2_IMPULSE_FRAC);
    const struct fs_joint2_view *v = &s->tick->w->joint;
    const struct fs__solver2_body *a = &s->tick->solver_body[r->a[lane]], *b = &s->tick->solver_body[r->b[lane]];
    uint32_t row = (uint32_t)r->row[lane];
    fs_scaled m = find_pair(cache, s->tick, v->body_a[row], v->body_b[row])->mass;
    v->impulse[row] = fs_wide2_make(fs_scaled_apply(m, r->impulse_x[lane] * q32),
                                    fs_scaled_apply(m, r->impulse_y[lane] * q32));
    fs__joint2_add_angle(v, row, (int64_t)b->turned - a->turned);
}

/* Residuals are Q52, angular ones Q46. */
static void add_residuals(const struct fs__joint2_block *r, unsigned lane, int64_t *exact)
{
    for (int end = 0; end < 2; end++) {
        int64_t *sum = exact + (size_t)(uint32_t)(end == 0 ? r->a[lane] : r->b[lane]) * 4;
        sum[0] += fs_round_shift64_sym(r->residual[end * 3][lane], 1);
        sum[1] += fs_round_shift64_sym(r->residual[end * 3 + 1][lane], 1);
        sum[2] += (int64_t)r->residual[end * 3 + 2][lane] * 32;
    }
}

void fs__joint2_store_blocks(const struct fs__joint2_blocks *s, int64_t *exact)
{
    struct pair cache = { .valid = false };
    for (uint32_t i = 0; i < s->colouring.first[s->colouring.overflow]; i++)
        for (unsigned lane = 0; lane < FS__JOINT2_LANES; lane++)
            if ((s->block[i].used >> lane & 1u) != 0) {
                store_hinge(s, &s->block[i], lane, &cache);
                add_residuals(&s->block[i], lane, exact);
            }
}
