/* surface_contact.c: contacts of shapes with surfaces: triangle meshes and height fields.
 *
 * A shape touches a surface in up to four directions, and each of them is a contact of its own with a manifold of up to four
 * points. The contacts of one pair are renewed together: the triangles near the shape are looked at once, and each new
 * manifold takes the row whose old normal is nearest to its own. Points find their impulses by feature id in the rows of the
 * whole pair. The lowest row that touches (or has points) reports the events of the pair; the others are FURTHER ones.
 *
 * Pairs are renewed in any order. Rows are made and destroyed afterwards, pair by pair in the order of their lowest rows.
 */
#include "physics3d/dimension.h"

#include "physics3d/contact/surface_contact.h"

#include <string.h>

#include "base/parallel_for.h"
#include "physics3d/body/surface.h"
#include "physics3d/contact/contact_load.h"
#include "physics3d/contact/manifold_store.h"

enum { MAX_ROWS = FS__GROUND3_MAX_CLUSTERS, CHUNK_PAIRS = 8 };

/* ---- manifolds ------------------------------------------------------------------------------------------------ */

/* The manifolds of a pair, from shape a to shape b, in the frame of a. */
struct found {
    struct fs__contact3_pair pair;
    struct fs__ground3_contacts m;
    bool touching[MAX_ROWS];
    bool fast;
};

/* The contacts of a shape with a surface. */
struct surface_pair {
    uint32_t row[MAX_ROWS]; /* ascending */
    uint8_t rows;
    uint8_t missing;  /* rows for further manifolds; nothing was written when there are some */
    uint8_t spare;    /* bit i: row[i] is to be destroyed */
    uint8_t reporter; /* of row[]: the one that reports events */
    bool toggled;     /* touching begins or ends */
    bool kept;        /* the manifolds are found, and wait for the missing rows */
};

static fs_transform3 inverse_of(fs_transform3 f)
{
    fs_quat back = fs_quat_conj(f.q);
    return (fs_transform3){ fs_rel3_neg(fs_quat_rel(back, f.p)), back };
}

static void turn_around(struct fs__manifold3 *m, fs_transform3 ground_in_a)
{
    m->normal = fs_unit3_neg(fs_quat_unit(ground_in_a.q, m->normal));
    for (unsigned i = 0; i < m->count; i++)
        m->point[i] = fs_rel3_add(ground_in_a.p, fs_quat_rel(ground_in_a.q, m->point[i]));
}

static struct fs__load3 moved_load(struct fs__load3 load, fs_transform3 f)
{
    const fs_mat3 turn = fs_mat3_from_quat(f.q);
    if (load.kind == FS__LOAD3_UNKNOWN)
        return load;
    load.at = fs__mat3_vec3(&turn, load.at);
    if (load.kind == FS__LOAD3_AT)
        load.at = fs__vec3_add(load.at, fs__vec3_from_rel(f.p));
    return load;
}

/* A way of less than 16 m a tick counts by its direction. */
static bool is_short(fs_pos v)
{
    return fs_uabs64(v) < (uint64_t)16 * FS_POS_ONE;
}

/* Where a fast body's shape may be in this tick, in the frame of the surface: along its velocity, and to all sides by its
 * rotation and the contact margin. */
static struct fs__ground3_sweep sweep_of(const struct fs__world3_tick *tick, uint32_t body,
                                         const struct fs__ground3_probe *probe, fs_pose3 ground)
{
    const struct fs_world3 *w = tick->w;
    const fs_pos most = FS__BODY3_MAX_PREDICTED_TRAVEL;
    uint32_t hz = fs__world3_rate(w);
    uint64_t speed = fs__body3_rim_speed(w->body.angular_velocity[body], w->body.extent[body]) + 1;
    fs_pos rim = fs_pos_advance(0, (fs_vel)fs_min_u64(speed, (uint64_t)FS__WORLD3_MAX_SPEED), hz);
    fs_pos more = fs_min64(rim, most) + ((fs_pos)FS__CONTACT3_MARGIN << (FS_POS_FRAC - FS_REL_FRAC));
    fs_pos3 way = fs__window3_to_ground(ground, fs_pos3_advance(fs_pos3_zero(), w->body.vel[body], hz));
    fs_pose3 pose = { fs_pos3_add_rel(probe->window.origin, probe->window.b.p), probe->window.b.q };
    struct fs__ground3_sweep s = { .box = fs_geometry3_aabb(probe->geometry, pose), .around = probe->margin };
    const fs_pos3 around = fs_pos3_make(more, more, more), zero = fs_pos3_zero();
    s.box.low = fs_pos3_sub(fs_pos3_add(s.box.low, fs_pos3_min(way, zero)), around);
    s.box.high = fs_pos3_add(fs_pos3_add(s.box.high, fs_pos3_max(way, zero)), around);
    if (is_short(way.x) && is_short(way.y) && is_short(way.z)) {
        s.way = fs_pos3_sub_rel(way, zero);
        s.around = (fs_rel)fs_min64(fs_asr64(more, FS_POS_FRAC - FS_REL_FRAC) + 1, probe->margin);
    }
    return s;
}

static void collide(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p,
                    const struct fs__contact3_shapes *s, fs_rel margin, struct found *f)
{
    const struct fs_world3 *w = tick->w;
    struct fs__shape3_ground ground;
    bool surface_is_a = fs__shape3_is_surface(w, p->shape_a);
    uint32_t surface = surface_is_a ? p->shape_a : p->shape_b, body = surface_is_a ? p->body_b : p->body_a;
    fs_transform3 b_in_a;
    fs__contact3_frame(tick, p, &b_in_a);
    fs__shape3_load_ground(w, surface, tick->snapshot[body].pos, &ground);
    struct fs__ground3_probe probe = fs__shape3_probe(&ground, surface_is_a ? &s->b.geometry : &s->a.geometry,
                                                      surface_is_a ? b_in_a : inverse_of(b_in_a), margin);
    struct fs__load3 load = fs__contact3_load(tick, p);
    if (!surface_is_a)
        load = moved_load(load, inverse_of(b_in_a));
    probe.load = &load;
    struct fs__ground3_sweep sweep;
    if (f->fast) {
        sweep = sweep_of(tick, body, &probe, ground.pose);
        probe.sweep = &sweep;
    }
    fs__ground3_collide(&ground.surface.source, &probe, &f->m);
    for (unsigned i = 0; i < f->m.count && !surface_is_a; i++)
        turn_around(&f->m.manifold[i], b_in_a);
}

/* Drops manifolds without points. */
static void drop_empty(struct found *f)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < f->m.count; i++) {
        if (f->m.manifold[i].count == 0)
            continue;
        f->m.manifold[kept] = f->m.manifold[i];
        f->m.triangle[kept] = f->m.triangle[i];
        f->touching[kept++] = f->touching[i];
    }
    f->m.count = kept;
}

/* As renew_fast() of narrow_phase.c: when nothing is near yet but something will be met, the manifolds are those at the
 * time of impact. */
static void collide_fast(const struct fs__world3_tick *tick, struct fs__contact3_shapes *s, struct found *f)
{
    struct fs__contact3_pair *p = &f->pair;
    struct fs__speculative3 speculative = fs__speculative3_init(tick, p);
    bool meets = false, near = false;
    collide(tick, p, s, speculative.margin, f);
    for (unsigned i = 0; i < f->m.count; i++) {
        bool ahead = fs__speculative3_filter_points(&speculative, p, &f->m.manifold[i]);
        f->touching[i] = f->m.manifold[i].count > 0 && !speculative.separated;
        meets |= ahead;
        near |= f->touching[i] && !ahead;
    }
    if (near || !meets)
        return;
    f->m.count = 0;
    if (!fs__speculative3_advance(&speculative, s, p))
        return;
    collide(tick, p, s, speculative.margin, f);
    for (unsigned i = 0; i < f->m.count; i++) {
        fs__speculative3_filter_advanced(&speculative, p, &f->m.manifold[i]);
        f->touching[i] = f->m.manifold[i].count > 0;
    }
}

static void find_manifolds(const struct fs__world3_tick *tick, uint32_t contact, struct found *f)
{
    const struct fs_world3 *w = tick->w;
    struct fs__contact3_shapes shapes;
    bool sensor = (w->contact.flags[contact] & FS__CONTACT3_SENSOR) != 0;
    f->pair = fs__contact3_pair_of(w, contact);
    fs__contact3_load_shapes(tick, &f->pair, &shapes);
    f->fast = !sensor && (tick->snapshot[f->pair.body_a].fast | tick->snapshot[f->pair.body_b].fast) != 0;
    if (f->fast) {
        collide_fast(tick, &shapes, f);
    } else {
        collide(tick, &f->pair, &shapes, sensor ? 0 : FS__CONTACT3_MARGIN, f);
        for (unsigned i = 0; i < f->m.count; i++)
            f->touching[i] = f->m.manifold[i].count > 0;
    }
    drop_empty(f);
    f->m.count = sensor ? fs_min_u32(f->m.count, 1) : f->m.count;
}

/* ---- rows of a pair ------------------------------------------------------------------------------------------- */

/* Which manifold a row gets: manifold[row], or NONE. */
enum { NONE = 0xFF };
struct places {
    uint8_t manifold[MAX_ROWS];
};

/* How well the old normal of a row fits (Q60); a row without points fits worst. */
static int64_t fit_of(const struct fs_world3 *w, uint32_t contact, fs_unit3 normal)
{
    return w->contact.count[contact] > 0 ? fs_unit3_dot(w->contact.normal[contact], normal) : INT64_MIN + 1;
}

/* Manifold by manifold, the free row that fits best; ties go to the lowest. There are rows for all. */
static struct places assign_rows(const struct fs_world3 *w, const struct surface_pair *g, const struct found *f)
{
    struct places places;
    memset(&places, NONE, sizeof places);
    for (unsigned i = 0; i < f->m.count; i++) {
        fs_unit3 normal = fs__contact3_pair_direction(&f->pair, f->m.manifold[i].normal);
        int64_t best = INT64_MIN;
        unsigned place = 0;
        for (unsigned k = 0; k < g->rows; k++) {
            int64_t fit = fit_of(w, g->row[k], normal);
            if (places.manifold[k] != NONE || fit <= best)
                continue;
            best = fit;
            place = k;
        }
        FS_ASSERT(best != INT64_MIN);
        places.manifold[place] = (uint8_t)i;
    }
    return places;
}

/* The impulses of the pair, those of row `first` before the others. */
static struct fs__contact3_impulses impulses_of(const struct fs_world3 *w, const struct surface_pair *g, unsigned first)
{
    struct fs__contact3_impulses old = { .count = 0 };
    fs__contact3_add_impulses(w, g->row[first], &old);
    for (unsigned k = 0; k < g->rows; k++)
        if (k != first)
            fs__contact3_add_impulses(w, g->row[k], &old);
    return old;
}

static void store_row(struct fs__world3_tick *tick, struct found *f, uint32_t contact, const struct fs__manifold3 *m,
                      const struct fs__contact3_impulses *old)
{
    f->pair.contact = contact;
    fs__contact3_store_manifold(tick, &f->pair, m, old);
    for (unsigned i = 0; i < FS__MANIFOLD3_MAX_POINTS; i++)
        tick->separation[contact].point[i] = i < m->count ? m->separation[i] : 0;
    if (f->fast)
        fs__contact3_update_separations(tick, contact);
}

static void store_rows(struct fs__world3_tick *tick, const struct surface_pair *g, struct found *f,
                       const struct places *places)
{
    const struct fs__manifold3 none = { .count = 0 };
    struct fs__contact3_impulses old[MAX_ROWS];
    for (unsigned k = 0; k < g->rows; k++)
        old[k] = impulses_of(tick->w, g, k);
    for (unsigned k = 0; k < g->rows; k++) {
        const struct fs__manifold3 *m = places->manifold[k] != NONE ? &f->m.manifold[places->manifold[k]] : &none;
        store_row(tick, f, g->row[k], m, &old[k]);
    }
}

static bool is_touching_row(const struct found *f, const struct places *places, unsigned k)
{
    return places->manifold[k] != NONE && f->touching[places->manifold[k]];
}

/* The lowest row that touches, else the lowest with points, else the lowest. */
static unsigned choose_reporter(const struct surface_pair *g, const struct found *f, const struct places *places)
{
    for (unsigned k = 0; k < g->rows; k++)
        if (is_touching_row(f, places, k))
            return k;
    for (unsigned k = 0; k < g->rows; k++)
        if (places->manifold[k] != NONE)
            return k;
    return 0;
}

/* The reporter keeps the state of the whole pair before this tick, so that the difference is reported. */
static void set_flags(struct fs_world3 *w, struct surface_pair *g, const struct found *f, const struct places *places)
{
    const unsigned pair = FS__CONTACT3_TOUCHING | FS__CONTACT3_EVENTS | FS__CONTACT3_FURTHER | FS__CONTACT3_STALE;
    unsigned all = 0;
    for (unsigned k = 0; k < g->rows; k++)
        all |= w->contact.flags[g->row[k]];
    g->reporter = (uint8_t)choose_reporter(g, f, places);
    g->toggled = is_touching_row(f, places, g->reporter) != ((all & FS__CONTACT3_TOUCHING) != 0);
    for (unsigned k = 0; k < g->rows; k++) {
        bool touching = is_touching_row(f, places, k), filled = places->manifold[k] != NONE;
        unsigned flags = w->contact.flags[g->row[k]] & ~pair;
        if (k == g->reporter)
            flags |= all & (FS__CONTACT3_TOUCHING | FS__CONTACT3_EVENTS);
        else
            flags |= FS__CONTACT3_FURTHER | (touching ? FS__CONTACT3_TOUCHING : 0u);
        flags |= f->fast && filled && !touching ? FS__CONTACT3_STALE : 0u;
        w->contact.flags[g->row[k]] = (uint8_t)flags;
        g->spare |= (uint8_t)(k != g->reporter && !filled ? 1u << k : 0u);
    }
}

/* What does not fit in the rows is left out. */
static void store_pair(struct fs__world3_tick *tick, struct surface_pair *g, struct found *f)
{
    f->m.count = fs_min_u32(f->m.count, g->rows);
    struct places places = assign_rows(tick->w, g, f);
    store_rows(tick, g, f, &places);
    set_flags(tick->w, g, f, &places);
}

/* When there are fewer rows than manifolds, writes nothing but those to *kept, if there is room for them. */
static void renew_pair(struct fs__world3_tick *tick, struct surface_pair *g, struct found *kept)
{
    struct found f;
    find_manifolds(tick, g->row[0], &f);
    g->missing = (uint8_t)(f.m.count > g->rows ? f.m.count - g->rows : 0);
    g->kept = g->missing > 0 && kept != NULL;
    if (g->missing == 0)
        store_pair(tick, g, &f);
    else if (g->kept)
        *kept = f;
}

/* ---- rows made and destroyed ---------------------------------------------------------------------------------- */

static bool create_further(struct fs_world3 *w, struct surface_pair *g)
{
    fs_handle handle;
    if (fs_pool_create(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT, &handle) != FS_OK)
        return false;
    uint32_t c = handle.index1 - 1, like = g->row[0];
    w->contact.shape_a[c] = w->contact.shape_a[like];
    w->contact.shape_b[c] = w->contact.shape_b[like];
    w->contact.flags[c] = (uint8_t)((w->contact.flags[like] & FS__CONTACT3_HITS) | FS__CONTACT3_FURTHER);
    w->contact.rotation_a[c] = w->contact.rotation_b[c] = fs_quat_identity();
    unsigned k = g->rows++;
    for (; k > 0 && g->row[k - 1] > c; k--)
        g->row[k] = g->row[k - 1];
    g->row[k] = c;
    return true;
}

/* Without an event: the pair lives on. */
static void destroy_further(struct fs_world3 *w, uint32_t contact)
{
    w->contact.flags[contact] &= (uint8_t) ~(FS__CONTACT3_TOUCHING | FS__CONTACT3_EVENTS | FS__CONTACT3_SENSOR);
    fs__contact3_destroy(w, contact);
}

/* Rows for manifolds that have none yet. When the table is full the pair is looked at again in the next tick. */
static void complete_pair(struct fs__world3_tick *tick, struct surface_pair *g, const struct found *kept)
{
    struct fs_world3 *w = tick->w;
    struct found f;
    unsigned missing = g->missing;
    while (missing > 0 && create_further(w, g))
        missing--;
    if (g->kept)
        f = *kept;
    else
        find_manifolds(tick, g->row[0], &f);
    store_pair(tick, g, &f);
    if (missing > 0)
        w->contact.flags[g->row[g->reporter]] |= FS__CONTACT3_STALE;
    fs__contact3_count_lost(w, missing);
}

/* Returns whether rows were made or destroyed. */
static bool settle_pair(struct fs__world3_tick *tick, struct surface_pair *g, const struct found *kept)
{
    struct fs_world3 *w = tick->w;
    bool changed = g->missing > 0 || g->spare != 0;
    if (g->missing > 0)
        complete_pair(tick, g, kept);
    if (g->toggled)
        fs__contact3_toggle_touching(w, g->row[g->reporter]);
    for (unsigned k = 0; k < g->rows; k++)
        if (g->spare & 1u << k)
            destroy_further(w, g->row[k]);
    return changed;
}

/* ---- all pairs -------------------------------------------------------------------------------------------------- */

/* Contacts with surfaces, listed by their other shapes. */
struct lists {
    uint32_t *first;   /* by shape: the lowest contact + 1, 0: none */
    uint32_t *next;    /* by contact */
    uint8_t *is_taken; /* by contact: it is in a pair */
    struct surface_pair *pair;
    struct found *kept; /* by pair; NULL: there is no room, and manifolds that lack rows are found twice */
    uint32_t pairs;
    bool changed; /* contacts were made or destroyed */
};

static bool has_surface(const struct fs_world3 *w, uint32_t contact)
{
    return fs__shape3_is_surface(w, w->contact.shape_a[contact]) ||
           fs__shape3_is_surface(w, w->contact.shape_b[contact]);
}

static uint32_t other_shape(const struct fs_world3 *w, uint32_t contact)
{
    uint32_t a = w->contact.shape_a[contact];
    return fs__shape3_is_surface(w, a) ? w->contact.shape_b[contact] : a;
}

static void list_contacts(const struct fs__world3_tick *tick, struct lists *l)
{
    const struct fs_world3 *w = tick->w;
    memset(l->first, 0, *w->shape.rows * sizeof *l->first);
    memset(l->is_taken, 0, *w->contact.rows * sizeof *l->is_taken);
    for (uint32_t i = tick->active_contact_count; i-- > 0;) {
        uint32_t c = tick->active_contact[i];
        if (!has_surface(w, c))
            continue;
        uint32_t *first = &l->first[other_shape(w, c)];
        l->next[c] = *first;
        *first = c + 1;
    }
}

static bool is_same_pair(const struct fs_world3 *w, uint32_t c, uint32_t d)
{
    return w->contact.shape_a[c] == w->contact.shape_a[d] && w->contact.shape_b[c] == w->contact.shape_b[d];
}

/* All contacts of the pair of one of them. More than four can only come from a hostile state: they are destroyed. */
static void add_pair(struct fs__world3_tick *tick, struct lists *l, uint32_t contact)
{
    struct fs_world3 *w = tick->w;
    struct surface_pair *g = &l->pair[l->pairs++];
    memset(g, 0, sizeof *g);
    for (uint32_t c1 = l->first[other_shape(w, contact)]; c1 != 0; c1 = l->next[c1 - 1]) {
        if (l->is_taken[c1 - 1] || !is_same_pair(w, contact, c1 - 1))
            continue;
        l->is_taken[c1 - 1] = 1;
        if (g->rows < MAX_ROWS) {
            g->row[g->rows++] = c1 - 1;
            continue;
        }
        destroy_further(w, c1 - 1);
        l->changed = true;
    }
}

static uint32_t list_pairs(struct fs__world3_tick *tick, struct lists *l, uint32_t *contact, uint32_t count)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (l->is_taken[contact[i]])
            continue;
        if (has_surface(tick->w, contact[i]))
            add_pair(tick, l, contact[i]);
        else
            contact[left++] = contact[i];
    }
    return left;
}

struct renewal {
    struct fs__world3_tick *tick;
    struct lists *lists;
};

static struct found *kept_of(const struct lists *l, uint32_t pair)
{
    return l->kept != NULL ? &l->kept[pair] : NULL;
}

static void renew_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct renewal *r = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        renew_pair(r->tick, &r->lists->pair[i], kept_of(r->lists, i));
}

/* Contacts with an awake body, as sort_contacts() of manifold_update.inl lists them. */
static void list_active(struct fs__world3_tick *tick)
{
    const struct fs_world3 *w = tick->w;
    uint32_t n = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c))
            continue;
        uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
        if (((tick->snapshot[a].awake | tick->snapshot[b].awake) & 1u) != 0)
            tick->active_contact[n++] = c;
    }
    tick->active_contact_count = n;
}

/* The arena has room for all that the solver will take, which is far more. */
static struct lists make_lists(struct fs__world3_tick *tick)
{
    const struct fs_world3 *w = tick->w;
    size_t contacts = *w->contact.rows;
    struct lists l = { .first = fs_arena_take(&tick->arena, *w->shape.rows * sizeof *l.first),
                       .next = fs_arena_take(&tick->arena, contacts * sizeof *l.next),
                       .is_taken = fs_arena_take(&tick->arena, contacts * sizeof *l.is_taken),
                       .pair = fs_arena_take(&tick->arena, contacts * sizeof *l.pair) };
    FS_ASSERT(l.first != NULL && l.next != NULL && l.is_taken != NULL && l.pair != NULL);
    return l;
}

uint32_t fs__surface_contact3_renew(struct fs__world3_tick *tick, uint32_t *contact, uint32_t count)
{
    const fs_tasks *tasks = tick->w->tasks;
    if (!fs__surface3_any(tick->w) || count == 0)
        return count;
    fs_arena before = tick->arena;
    struct lists l = make_lists(tick);
    struct renewal r = { tick, &l };
    list_contacts(tick, &l);
    uint32_t left = list_pairs(tick, &l, contact, count);
    l.kept = fs_arena_take(&tick->arena, l.pairs * sizeof *l.kept);
    fs__parallel_for(tasks, l.pairs, fs__parallel_for_fine_chunks(tasks, l.pairs, CHUNK_PAIRS), renew_some, &r);
    for (uint32_t i = 0; i < l.pairs; i++)
        l.changed |= settle_pair(tick, &l.pair[i], kept_of(&l, i));
    if (l.changed)
        list_active(tick);
    tick->arena = before;
    return left;
}
