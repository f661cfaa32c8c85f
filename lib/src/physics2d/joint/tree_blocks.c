/* tree_blocks.c: puts small trees of one structure side by side in blocks, runs the passes, and copies results back. */
#include "physics2d/joint/tree_block.h"

#include <string.h>

#include "base/parallel_for.h"

enum {
    CHUNK_BLOCKS = 2, /* fewer blocks are not worth another thread */
    OPEN_BLOCKS = 16, /* a tree is compared with this many of the last structures */
    MIN_RATE = 32,    /* 1/s; other rates are beyond the formats of the lanes */
    MAX_RATE = 16384
};

/* ---- memory -------------------------------------------------------------------------------------------------------- */

/* Trees of structures that are rare fill a lane of eight. Where no block is left, trees remain with the wide solver. */
static uint32_t max_joints_of(uint32_t joints)
{
    return joints / 4 + FS__TREE2_MAX_JOINTS;
}

static uint32_t max_bodies_of(uint32_t joints)
{
    return 3 * max_joints_of(joints); /* those of a joint alone, and the anchor */
}

size_t fs__tree2_blocks_arena_size(uint32_t joints)
{
    size_t most = max_joints_of(joints);
    return FS_ARENA_BYTES(most * sizeof(struct fs__tree2_block)) +
           FS_ARENA_BYTES(most * sizeof(struct fs__tree2_joint)) +
           FS_ARENA_BYTES(max_bodies_of(joints) * sizeof(struct fs__tree2_body)) +
           FS_ARENA_BYTES(fs__joint_trees_max_blocks((uint32_t)most, 0) * sizeof(struct fs__tree2_coupling)) +
           FS_ARENA_BYTES(sizeof(struct fs__tree2_fit)) + FS_ARENA_BYTES((size_t)joints * sizeof(bool)) +
           FS_ARENA_BYTES((size_t)joints * sizeof(uint32_t));
}

bool fs__tree2_alloc_blocks(struct fs__tree2_blocks *s, uint32_t joints, fs_arena *arena)
{
    size_t most = s->max_joints = max_joints_of(joints);
    s->block = fs_arena_take(arena, most * sizeof *s->block);
    s->joint = fs_arena_take(arena, most * sizeof *s->joint);
    s->body = fs_arena_take(arena, max_bodies_of(joints) * sizeof *s->body);
    s->coupling = fs_arena_take(arena, fs__joint_trees_max_blocks((uint32_t)most, 0) * sizeof *s->coupling);
    return s->block != NULL && s->joint != NULL && s->body != NULL && s->coupling != NULL;
}

/* ---- blocks -------------------------------------------------------------------------------------------------------- */

static bool has_structure(const struct fs__tree2_block *t, const struct fs__tree2_fit *f)
{
    return t->joints == f->joints && t->bodies == f->bodies && t->lanes < FS__JOINT2_LANES &&
           memcmp(t->node, f->node, f->joints * sizeof *f->node) == 0;
}

/* A block of the structure with a free lane; NULL when there is no room for one. */
static struct fs__tree2_block *find_block(struct fs__tree2_blocks *s, const struct fs__tree2_fit *f)
{
    uint32_t oldest = s->blocks > OPEN_BLOCKS ? s->blocks - OPEN_BLOCKS : 0;
    for (uint32_t i = s->blocks; i-- > oldest;)
        if (has_structure(&s->block[i], f))
            return &s->block[i];
    if (s->joints + f->joints > s->max_joints)
        return NULL;
    struct fs__tree2_block *t = &s->block[s->blocks++];
    *t = (struct fs__tree2_block){ .body = &s->body[s->bodies],
                                   .joint = &s->joint[s->joints],
                                   .coupling = &s->coupling[s->couplings],
                                   .joints = (uint8_t)f->joints,
                                   .bodies = (uint8_t)f->bodies,
                                   .couplings = (uint8_t)f->couplings,
                                   .rounds = 1 };
    memcpy(t->node, f->node, f->joints * sizeof *f->node);
    memset(t->body, 0, f->bodies * sizeof *t->body);
    memset(t->joint, 0, f->joints * sizeof *t->joint);
    s->bodies += f->bodies;
    s->joints += f->joints;
    s->couplings += f->couplings;
    return t;
}

struct lane_field {
    int32_t *to;
    int32_t value;
};

static void set_lane(const struct lane_field *field, size_t count, unsigned lane)
{
    for (size_t i = 0; i < count; i++)
        field[i].to[lane] = field[i].value;
}

static void fill_end(struct fs__tree2_end *e, unsigned lane, const struct fs__tree2_constants *c, fs_rel2 arm,
                     unsigned i)
{
    const struct lane_field field[] = { { e->mass, c->mass[i] },
                                        { e->lever, c->lever[i] },
                                        { e->share, c->share[i] },
                                        { e->turn, c->turn[i] },
                                        { e->angle_lever, c->angle_lever[i] },
                                        { e->angle_share, c->angle_share[i] },
                                        { e->arm0_x, arm.x },
                                        { e->arm0_y, arm.y } };
    set_lane(field, sizeof field / sizeof *field, lane);
}

static void fill_joint(struct fs__tree2_joint *r, unsigned lane, const struct fs__tree2_fit_joint *j,
                       const struct fs__tree2_constants *c)
{
    int32_t max = j->max_motor + (j->motor_fraction != 0);
    const struct lane_field field[] = { { r->scale, c->scale },
                                        { r->angle_scale, c->angle_scale },
                                        { r->small_error, c->small_error },
                                        { r->error0_x, j->error.x },
                                        { r->error0_y, j->error.y },
                                        { r->angle0, j->angle },
                                        { r->lower_limit, j->lower_limit },
                                        { r->upper_limit, j->upper_limit },
                                        { r->motor_speed, j->motor_speed },
                                        { r->max_motor, j->max_motor },
                                        { r->motor_fraction, j->motor_fraction },
                                        { r->motor_phase, j->motor_phase },
                                        { r->row, (int32_t)j->row },
                                        { r->impulse[0], j->impulse[0] },
                                        { r->impulse[1], j->impulse[1] },
                                        { r->lower_impulse, j->lower_impulse },
                                        { r->upper_impulse, j->upper_impulse },
                                        { r->motor_impulse, fs_clamp32(j->motor_impulse, -max, max) } };
    set_lane(field, sizeof field / sizeof *field, lane);
    fill_end(&r->end[0], lane, c, j->arm[0], 0);
    fill_end(&r->end[1], lane, c, j->arm[1], 1);
    r->unit[lane] = c->unit;
    r->inertia[lane] = c->inertia;
    r->used |= (uint8_t)(1u << lane);
}

static void fill_tree(struct fs__tree2_block *t, const struct fs__tree2_fit *f)
{
    unsigned lane = t->lanes++;
    for (unsigned i = 0; i < t->bodies; i++) {
        t->body[i].index[lane] = (int32_t)f->solver_body[i];
        if (f->movable[i])
            t->body[i].write |= (uint8_t)(1u << lane);
    }
    for (unsigned i = 0; i < t->joints; i++)
        fill_joint(&t->joint[i], lane, &f->joint[i], &f->constants[i]);
    t->angles |= f->angles;
}

static int32_t q16_rate(int64_t rate)
{
    return (int32_t)fs_clamp64(fs_round_shift64_sym(rate, FS_WIDE_FRAC - FS_FIX16_FRAC), 1, INT32_MAX);
}

static void set_rates(struct fs__tree2_rates *r, const struct fs__joint_solver2 *js)
{
    const int64_t rate = js->rate;
    r->rate = (int32_t)(rate << FS_FIX16_FRAC);
    r->soft_rate = fs_min32(q16_rate(js->direct_bias_rate), r->rate);
    r->substep = (int32_t)(((int64_t)1 << 35) / rate);
    r->max_spin = (int32_t)fs_min64(rate * (FS_VEL_ONE / 8), (int64_t)1 << 29);
    r->max_error = (int32_t)(((int64_t)32 << FS_REL_FRAC) / rate);
    r->max_limit_error = (int32_t)fs_min64(((int64_t)256 << FS_REL_FRAC) / rate, (int64_t)1 << 30);
}

/* Those with most rounds first, so that trees of about as many share a block; a block has the most of its trees. */
static void order_by_rounds(const struct fs__joint_trees *trees, uint32_t *order)
{
    uint32_t start[UINT8_MAX + 2] = { 0 };
    for (uint32_t i = 0; i < trees->tree_count; i++)
        start[UINT8_MAX - trees->tree[i].rounds + 1]++;
    for (unsigned k = 1; k <= UINT8_MAX; k++)
        start[k] += start[k - 1];
    for (uint32_t i = 0; i < trees->tree_count; i++)
        order[start[UINT8_MAX - trees->tree[i].rounds]++] = i;
}

bool fs__tree2_fill_blocks(struct fs__tree2_blocks *s, const struct fs__joint_solver2 *js, fs_arena arena)
{
    struct fs__direct2_solver *direct = js->direct;
    struct fs__joint_trees *trees = &direct->trees;
    struct fs__tree2_fit *f = fs_arena_take(&arena, sizeof *f);
    bool *taken = fs_arena_take(&arena, (size_t)trees->tree_count * sizeof *taken), any = false;
    uint32_t *order = fs_arena_take(&arena, (size_t)trees->tree_count * sizeof *order);
    if (f == NULL || taken == NULL || order == NULL)
        return false;
    memset(f, 0, sizeof *f);
    s->tick = js->tick;
    if (js->rate < MIN_RATE || js->rate > MAX_RATE)
        return true;
    set_rates(&s->rates, js);
    order_by_rounds(trees, order);
    for (uint32_t k = 0; k < trees->tree_count; k++) {
        const uint32_t i = order[k];
        struct fs__tree2_block *t = fs__tree2_fit(f, js, trees, &trees->tree[i]) ? find_block(s, f) : NULL;
        taken[i] = t != NULL;
        any |= taken[i];
        if (t != NULL)
            fill_tree(t, f);
    }
    if (any)
        fs__direct2_leave_trees(direct, js->tick, taken);
    return true;
}

/* ---- passes -------------------------------------------------------------------------------------------------------- */

struct job {
    const struct fs__tree2_blocks *s;
    fs__tree2_pass_fn *pass;
    uint32_t round;
};

static void run_chunk(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct job *job = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        if (job->round < job->s->block[i].rounds)
            job->pass(job->s->block + i, 1, job->s->tick->solver_body, &job->s->rates);
}

void fs__tree2_run_round(const struct fs__tree2_blocks *s, fs__tree2_pass_fn *pass, uint32_t round)
{
    struct job job = { s, pass, round };
    if (s->blocks > 0)
        fs__parallel_for(s->tasks, s->blocks, fs__parallel_for_chunks(s->tasks, s->blocks, CHUNK_BLOCKS), run_chunk,
                         &job);
}

void fs__tree2_run_blocks(const struct fs__tree2_blocks *s, fs__tree2_pass_fn *pass)
{
    fs__tree2_run_round(s, pass, 0);
}

static bool is_movable(const struct fs__tree2_block *t, unsigned body, unsigned lane)
{
    return (t->body[body].write >> lane & 1u) != 0;
}

static void share_rounds_of_block(struct fs__tree2_block *t, uint8_t *rounds)
{
    for (unsigned i = 0; i < t->bodies; i++)
        for (unsigned lane = 0; lane < t->lanes; lane++)
            if (is_movable(t, i, lane))
                t->rounds = (uint8_t)fs_max_u32(t->rounds, rounds[t->body[i].index[lane]]);
    for (unsigned i = 0; i < t->bodies; i++)
        for (unsigned lane = 0; lane < t->lanes; lane++)
            if (is_movable(t, i, lane))
                rounds[t->body[i].index[lane]] = t->rounds;
}

void fs__tree2_share_rounds(const struct fs__tree2_blocks *s, uint8_t *rounds)
{
    for (uint32_t n = 0; n < s->blocks; n++)
        share_rounds_of_block(&s->block[n], rounds);
}

void fs__tree2_clear_block_impulses(const struct fs__tree2_blocks *s)
{
    for (uint32_t i = 0; i < s->joints; i++) {
        struct fs__tree2_joint *r = &s->joint[i];
        memset(r->impulse, 0, sizeof r->impulse);
        memset(r->lower_impulse, 0, sizeof r->lower_impulse);
        memset(r->upper_impulse, 0, sizeof r->upper_impulse);
        memset(r->motor_impulse, 0, sizeof r->motor_impulse);
    }
}

/* ---- results ------------------------------------------------------------------------------------------------------- */

static fs_wide impulse_of(fs_scaled unit, int32_t y, unsigned frac)
{
    return y == 0 ? 0 : fs_scaled_apply(unit, (int64_t)y * ((int64_t)1 << (FS_WIDE_FRAC - frac)));
}

static void store_joint(const struct fs__tree2_blocks *s, const struct fs__tree2_block *t, unsigned i, unsigned lane)
{
    const struct fs_joint2_view *v = &s->tick->w->joint;
    const struct fs__tree2_joint *r = &t->joint[i];
    const struct fs__solver2_body *a = &s->tick->solver_body[t->body[t->node[i].body[0]].index[lane]],
                                  *b = &s->tick->solver_body[t->body[t->node[i].body[1]].index[lane]];
    uint32_t row = (uint32_t)r->row[lane];
    v->impulse[row] = fs_wide2_make(impulse_of(r->unit[lane], r->impulse[0][lane], FS__TREE2_IMPULSE_FRAC),
                                    impulse_of(r->unit[lane], r->impulse[1][lane], FS__TREE2_IMPULSE_FRAC));
    v->lower_impulse[row] = impulse_of(r->inertia[lane], r->lower_impulse[lane], FS__TREE2_ANGULAR_FRAC);
    v->upper_impulse[row] = impulse_of(r->inertia[lane], r->upper_impulse[lane], FS__TREE2_ANGULAR_FRAC);
    v->motor_impulse[row] = impulse_of(r->inertia[lane], r->motor_impulse[lane], FS__TREE2_ANGULAR_FRAC);
    v->spring_impulse[row] = 0;
    v->angular_impulse[row] = 0;
    fs__joint2_add_angle(v, row, (int64_t)b->turned - a->turned);
}

static void add_residuals(const struct fs__tree2_body *m, unsigned lane, int64_t *exact)
{
    int64_t *sum = exact + (size_t)(uint32_t)m->index[lane] * 4;
    sum[0] += (int64_t)m->residual[0][lane] * (1 << (51 - 48));
    sum[1] += (int64_t)m->residual[1][lane] * (1 << (51 - 48));
    sum[2] += (int64_t)m->residual[2][lane] * (1 << (51 - 42)) + (int64_t)m->residual[3][lane] * (1 << (51 - 49));
}

void fs__tree2_store_blocks(const struct fs__tree2_blocks *s, int64_t *exact)
{
    for (uint32_t n = 0; n < s->blocks; n++) {
        const struct fs__tree2_block *t = &s->block[n];
        for (unsigned lane = 0; lane < t->lanes; lane++) {
            for (unsigned i = 0; i < t->joints; i++)
                store_joint(s, t, i, lane);
            for (unsigned i = 1; i < t->bodies; i++)
                add_residuals(&t->body[i], lane, exact);
        }
    }
}
