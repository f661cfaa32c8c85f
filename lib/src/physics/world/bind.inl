/* bind.inl: binds a view to the tables of a world in a state and to its working memory in scratch.
 *
 * Template: included once by bind.c of physics2d and of physics3d, which define
 *   bind_tables(state, first_table, w): the dimension's tables;
 *   contact_capacity(limits): rows of contacts; limits_of(w): the capacities of a view;
 *   own_scratch_size(limits), bind_own_scratch(w, s, arena): what only the dimension keeps in scratch from tick to tick;
 *   DEFAULT_PAIR_BROADPHASE: the structure that finds pairs where no other one is asked for;
 *   solver_arena_size(limits): the arena of its solver.
 * The previous contents of scratch are never trusted: the AABB tree verifies itself, the rest is initialised.
 */

_Static_assert(FS__BROADPHASE_KINDS == 15, "the headers and the error text name the last structure");

/* ---- scratch ------------------------------------------------------------------------------------------------ */

static size_t events_capacity(const fs_worldN_limits *l)
{
    return (size_t)l->bodies + contact_capacity(l) + l->joints;
}

/* Room for every structure, so that a view may change it at any time. */
static size_t pair_broadphase_size(uint32_t shapes)
{
    size_t size = 0;
    for (unsigned kind = 0; kind < FS__BROADPHASE_KINDS; kind++) {
        size_t own = fs__broadphaseN_size((fs__broadphase_kind)kind, shapes);
        size = own > size ? own : size;
    }
    return FS_ARENA_BYTES(size);
}

size_t fs_worldN_scratch_size(const fs_worldN_limits *l)
{
    size_t size = FS_ARENA_BYTES(sizeof(struct fs__worldN_scratch));
    size += 2 * FS_ARENA_BYTES(events_capacity(l) * sizeof(fs_eventN));
    size += FS_ARENA_BYTES(fs__broadphaseN_size(FS__BROADPHASE_TREE, l->shapes)) + pair_broadphase_size(l->shapes);
    size += own_scratch_size(l);
    size += fs__islandN_arena_size(l->bodies, l->shapes, contact_capacity(l), l->joints);
    return size + solver_arena_size(l) + FS_ARENA_ALIGN;
}

static void bind_scratch(const fs_scratch *scratch, struct fs_worldN *w)
{
    fs_worldN_limits limits = limits_of(w);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    struct fs__worldN_scratch *s = fs_arena_take(&arena, sizeof *s);
    FS_ASSERT(s != NULL && scratch->size >= fs_worldN_scratch_size(&limits));
    s->pending_capacity = (uint32_t)events_capacity(&limits);
    s->pending_count = 0;
    s->pending_lost = 0;
    s->woken_count = 0;
    s->pending = fs_arena_take(&arena, s->pending_capacity * sizeof *s->pending);
    s->sorted = fs_arena_take(&arena, s->pending_capacity * sizeof *s->sorted);
    void *broad = fs_arena_take(&arena, fs__broadphaseN_size(FS__BROADPHASE_TREE, w->shape.capacity));
    s->broad = fs__broadphaseN_open(FS__BROADPHASE_TREE, broad, w->shape.capacity);
    s->broadphase_synced = false;
    s->pair_memory = fs_arena_take(&arena, pair_broadphase_size(w->shape.capacity));
    bind_own_scratch(w, s, &arena);
    s->arena = arena;
    w->scratch = s;
    (void)fs_worldN_set_broad_phase(w, 0);
    w->tasks = scratch->tasks;
}

/* The tree of the queries serves pairs too where it is asked for. */
fs_result fs_worldN_set_broad_phase(struct fs_worldN *w, uint32_t structure)
{
    struct fs__worldN_scratch *s = w->scratch;
    fs__broadphase_kind kind = structure == 0 ? DEFAULT_PAIR_BROADPHASE : (fs__broadphase_kind)(structure - 1);
    if (structure > FS__BROADPHASE_KINDS)
        return fs__errorN_set(w, FS_E_ARGUMENT, "broad_phase is above 15");
    if (s == NULL)
        return fs__errorN_set(w, FS_E_ARGUMENT, "the view has no scratch, so it finds no pairs");
    s->pair_broadphase = kind == FS__BROADPHASE_TREE ? s->broad
                                                     : fs__broadphaseN_open(kind, s->pair_memory, w->shape.capacity);
    return FS_OK;
}

void fs_worldN_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_worldN *w)
{
    memset(w, 0, sizeof *w);
    w->state = state;
    w->first_table = first_table;
    bind_tables(state, first_table, w);
    if (scratch != NULL && scratch->bytes != NULL)
        bind_scratch(scratch, w);
}
