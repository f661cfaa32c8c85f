/* rows.c: the rows of a tick, from the manifolds of contacts and the anchors of joints, and the islands that they make. */
#include "base/parallel_for.h"
#include "base/tournament_tree.h"
#include "base/union_find.h"
#include "physics3d/body/body.h"
#include "physics3d/joint/joint_pose.h"
#include "physics3d/resolver/joints.h"
#include "physics3d/resolver/resolver.h"
#include "physics3d/solver/contact_surface.h"

enum { CHUNK_ROWS = 64 }; /* fewer rows are not worth another thread */

/* ---- memory ------------------------------------------------------------------------------------------------------- */

static size_t max_rows(size_t contacts, size_t joints)
{
    return contacts * FS__MANIFOLD3_MAX_POINTS + joints * FS__RESOLVER3_MAX_PARTS;
}

/* Leaves of all tournaments: each has less than twice its rows and at least two. */
static size_t max_leaves(size_t rows)
{
    return 2 * rows + 2;
}

static size_t rows_size(size_t bodies, size_t rows)
{
    return FS_ARENA_BYTES(rows * sizeof(struct fs__resolver3_row)) +
           FS_ARENA_BYTES(bodies * sizeof(struct fs__resolver3_move)) + FS_ARENA_BYTES(bodies * sizeof(fs_vel3)) +
           FS_ARENA_BYTES(bodies * sizeof(uint32_t)) + FS_ARENA_BYTES((bodies + 1) * sizeof(uint32_t)) +
           FS_ARENA_BYTES(2 * rows * sizeof(uint32_t)) + FS_ARENA_BYTES(bodies * sizeof(struct fs__resolver3_island)) +
           FS_ARENA_BYTES(max_leaves(rows) * sizeof(int64_t)) + FS_ARENA_BYTES(max_leaves(rows) * sizeof(uint32_t));
}

size_t fs__resolver3_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    return rows_size((size_t)bodies + 1, max_rows(contacts, joints));
}

static bool take_arrays(struct fs__resolver3 *r, fs_arena *arena)
{
    size_t bodies = r->s->tick->solver_body_count, rows = r->row_count;
    r->row = fs_arena_take(arena, rows * sizeof *r->row);
    r->move = fs_arena_take(arena, bodies * sizeof *r->move);
    r->gained = fs_arena_take(arena, bodies * sizeof *r->gained);
    r->first_link = fs_arena_take(arena, (bodies + 1) * sizeof *r->first_link);
    r->link = fs_arena_take(arena, 2 * rows * sizeof *r->link);
    r->island = fs_arena_take(arena, bodies * sizeof *r->island);
    r->key = fs_arena_take(arena, max_leaves(rows) * sizeof *r->key);
    r->winner = fs_arena_take(arena, max_leaves(rows) * sizeof *r->winner);
    return r->row != NULL && r->move != NULL && r->gained != NULL && r->first_link != NULL && r->link != NULL &&
           r->island != NULL && r->key != NULL && r->winner != NULL;
}

/* ---- sources ------------------------------------------------------------------------------------------------------ */

/* A contact or a joint: its solver bodies, which of them move, and its number of rows. */
struct source {
    uint32_t a, b, rows;
    uint8_t moves;
    bool joint;
};

static uint8_t moves_of(const struct fs__solver3 *s, uint32_t a, uint32_t b)
{
    bool move_a = a != FS__SOLVER3_STATIC_BODY && fs__solver3_is_movable(s->w, s->tick->body_row[a]);
    bool move_b = b != FS__SOLVER3_STATIC_BODY && fs__solver3_is_movable(s->w, s->tick->body_row[b]);
    return (uint8_t)(move_a | move_b << 1);
}

/* Sources 0 .. contact_count - 1 are contacts, then joints. */
static struct source source_of(const struct fs__solver3 *s, uint32_t i)
{
    const struct fs__world3_tick *tick = s->tick;
    struct source f = { .joint = i >= tick->contact_count };
    if (f.joint) {
        uint32_t row = tick->joint[i - tick->contact_count];
        f.a = tick->solver_index[s->w->joint.body_a[row]];
        f.b = tick->solver_index[s->w->joint.body_b[row]];
        f.rows = fs__resolver3_joint_parts(s->w, row);
    } else {
        f.a = tick->solver_index[tick->ends[i].a];
        f.b = tick->solver_index[tick->ends[i].b];
        f.rows = fs_min_u32(s->w->contact.count[tick->contact[i]], FS__MANIFOLD3_MAX_POINTS);
    }
    f.moves = moves_of(s, f.a, f.b);
    f.rows = f.moves == 0 ? 0 : f.rows;
    return f;
}

static uint32_t source_count(const struct fs__solver3 *s)
{
    return s->tick->contact_count + s->tick->joint_count;
}

/* ---- islands ------------------------------------------------------------------------------------------------------ */

static void unite_bodies(struct fs__resolver3 *r)
{
    fs__union_find_init(r->root, r->s->tick->solver_body_count);
    r->row_count = 0;
    for (uint32_t i = 0; i < source_count(r->s); i++) {
        struct source f = source_of(r->s, i);
        r->row_count += f.rows;
        if (f.moves == 3)
            fs__union_find_unite(r->root, f.a, f.b);
    }
}

static uint32_t root_of(struct fs__resolver3 *r, const struct source *f)
{
    return fs__union_find_root(r->root, (f->moves & 1) != 0 ? f->a : f->b);
}

/* Counts the rows of each island in first_link of its root, then numbers the islands by root, in order. On return first_link
 * of a root is the first row of its island. */
static void divide_rows(struct fs__resolver3 *r)
{
    uint32_t bodies = r->s->tick->solver_body_count, first = 0, leaf = 0;
    for (uint32_t i = 0; i <= bodies; i++)
        r->first_link[i] = 0;
    for (uint32_t i = 0; i < source_count(r->s); i++) {
        struct source f = source_of(r->s, i);
        if (f.rows > 0)
            r->first_link[root_of(r, &f)] += f.rows;
    }
    r->island_count = 0;
    for (uint32_t i = 0; i < bodies; i++) {
        uint32_t count = r->first_link[i];
        r->first_link[i] = first;
        if (count == 0)
            continue;
        r->island[r->island_count++] = (struct fs__resolver3_island){ first, count, leaf };
        first += count;
        leaf += fs__tournament_leaf_count(count);
    }
}

static void name_rows(struct fs__resolver3 *r)
{
    uint32_t contacts = r->s->tick->contact_count;
    for (uint32_t i = 0; i < source_count(r->s); i++) {
        struct source f = source_of(r->s, i);
        uint32_t *next = f.rows > 0 ? &r->first_link[root_of(r, &f)] : NULL;
        for (uint32_t k = 0; k < f.rows; k++, ++*next) {
            struct fs__resolver3_row *row = &r->row[*next];
            *row = (struct fs__resolver3_row){ .a = f.a, .b = f.b, .moves = f.moves, .point = (uint8_t)k };
            row->source = f.joint ? i - contacts : i;
            row->kind = f.joint ? FS__RESOLVER3_POINT : FS__RESOLVER3_CONTACT;
        }
    }
}

/* Lists the rows of every solver body that moves, ascending. */
static void link_rows(struct fs__resolver3 *r)
{
    uint32_t bodies = r->s->tick->solver_body_count, sum = 0;
    for (uint32_t i = 0; i <= bodies; i++)
        r->first_link[i] = 0;
    for (uint32_t i = 0; i < r->row_count; i++) {
        r->first_link[r->row[i].a] += r->row[i].moves & 1;
        r->first_link[r->row[i].b] += r->row[i].moves >> 1;
    }
    for (uint32_t i = 0; i <= bodies; i++) {
        sum += r->first_link[i];
        r->first_link[i] = sum; /* one behind the last; the next loop counts down to the first */
    }
    for (uint32_t i = r->row_count; i-- > 0;) {
        if ((r->row[i].moves & 2) != 0)
            r->link[--r->first_link[r->row[i].b]] = i;
        if ((r->row[i].moves & 1) != 0)
            r->link[--r->first_link[r->row[i].a]] = i;
    }
}

/* ---- contacts ----------------------------------------------------------------------------------------------------- */

static uint8_t locks_of(uint16_t flags)
{
    return (uint8_t)(((flags & FS_BODY3_LOCK_X) != 0) | ((flags & FS_BODY3_LOCK_Y) != 0) << 1 |
                     ((flags & FS_BODY3_LOCK_Z) != 0) << 2);
}

static struct fs__resolver3_mass mass_of(const struct fs__solver3 *s, uint32_t solver_body, bool moves)
{
    if (!moves)
        return (struct fs__resolver3_mass){ .locks = 0 };
    uint32_t row = s->tick->body_row[solver_body];
    return (struct fs__resolver3_mass){ s->w->body.inv_mass[row], s->inertia[solver_body],
                                        locks_of(s->w->body.flags[row]) };
}

static fs_rel extent_of(const struct fs__solver3 *s, uint32_t solver_body, bool moves)
{
    return moves ? s->w->body.extent[s->tick->body_row[solver_body]] : FS_REL_MAX;
}

static void set_epsilon(const struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    fs_rel a = extent_of(r->s, row->a, (row->moves & 1) != 0), b = extent_of(r->s, row->b, (row->moves & 2) != 0);
    row->epsilon = fs_min32(FS__RESOLVER3_EPSILON, fs_min32(a, b) >> FS__RESOLVER3_EPSILON_SHIFT);
}

static void set_response(const struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    const struct fs__resolver3_mass mass[2] = { mass_of(r->s, row->a, (row->moves & 1) != 0),
                                                mass_of(r->s, row->b, (row->moves & 2) != 0) };
    fs__resolver3_set_response(row, mass);
}

static fs_vel along(fs_vel3 v, fs_unit3 n)
{
    return fs_sat32(fs_round_shift64_sym(fs_vel3_dot_unit3(v, n), FS_UNIT_FRAC));
}

static void set_surface(const struct fs_world3 *w, struct fs__resolver3_row *row, uint32_t c)
{
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c];
    struct fs__surface3 f;
    fs__surface3_combine(w, w->shape.material[a], w->shape.material[b], &f);
    row->static_friction = f.static_friction;
    row->dynamic_friction = f.dynamic_friction;
    row->cross_friction = f.cross_friction;
    row->restitution = f.restitution;
    fs__resolver3_make_basis(w->contact.normal[c], row->axis);
    if (f.cross_friction != FS_UNIT_ONE) {
        fs__surface3_tangent(w, &f, a, b, row->axis[0], &row->axis[1]);
        row->axis[2] = fs_unit3_cross(row->axis[0], row->axis[1]);
    }
    if (f.moves) {
        fs_vel3 v = fs__surface3_velocity(w, a, b);
        row->tangent_target[0] = along(v, row->axis[1]);
        row->tangent_target[1] = along(v, row->axis[2]);
    }
}

/* A gap of g metres may close at g / tick. */
static fs_vel allowed_velocity(const struct fs__resolver3 *r, fs_rel separation)
{
    int64_t gap = fs_max32(separation, 0);
    int64_t speed = fs_round_shift64_sym(gap * r->s->w->world.hz[0], FS_REL_FRAC - FS_VEL_FRAC);
    return -(fs_vel)fs_min64(speed, FS__SOLVER3_MAX_VELOCITY);
}

static void make_contact(const struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    const struct fs_world3 *w = r->s->w;
    uint32_t c = r->s->tick->contact[row->source];
    fs_rel separation = r->s->tick->separation[c].point[row->point];
    set_surface(w, row, c);
    row->arm[0] = w->point.arm[w->contact.first_point[c] + row->point];
    row->arm[1] = fs__rel3_wrapped_sub(row->arm[0], w->contact.anchor_offset[c]);
    row->first_depth = fs_sat32_neg(separation);
    row->allowed = allowed_velocity(r, separation);
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

static void make_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__resolver3 *r = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++) {
        struct fs__resolver3_row *row = &r->row[i];
        if (row->kind == FS__RESOLVER3_CONTACT)
            make_contact(r, row);
        else
            fs__resolver3_make_joint(r, row);
        row->acceleration = along(fs_vel3_sub(r->gained[row->b], r->gained[row->a]), row->axis[0]);
        set_epsilon(r, row);
        set_response(r, row);
    }
}

static void find_gained(struct fs__resolver3 *r)
{
    const struct fs__solver3 *s = r->s;
    r->gained[FS__SOLVER3_STATIC_BODY] = fs_vel3_zero();
    for (uint32_t i = 0; i < s->tick->solver_body_count; i++)
        r->move[i] = (struct fs__resolver3_move){ .d = { 0, 0, 0 } };
    for (uint32_t i = 1; i < s->tick->solver_body_count; i++)
        r->gained[i] = fs_vel3_sub(s->tick->solver_body[i].v, s->w->body.vel[s->tick->body_row[i]]);
}

bool fs__resolver3_make_rows(struct fs__resolver3 *r, fs_arena *arena)
{
    r->root = fs_arena_take(arena, r->s->tick->solver_body_count * sizeof *r->root);
    if (r->root == NULL)
        return false;
    unite_bodies(r);
    if (!take_arrays(r, arena))
        return false;
    find_gained(r);
    divide_rows(r);
    name_rows(r);
    link_rows(r);
    const fs_tasks *tasks = r->s->w->tasks;
    if (r->row_count > 0)
        fs__parallel_for(tasks, r->row_count, fs__parallel_for_chunks(tasks, r->row_count, CHUNK_ROWS), make_some, r);
    return true;
}
