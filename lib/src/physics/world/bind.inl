/* bind.inl: binds a view to the tables of a world in a state and to its working memory in scratch.
 *
 * Template: included once by bind.c of physics2d and of physics3d, which define
 *   bind_tables(state, first_table, w): the dimension's tables;
 *   contact_capacity(limits): rows of contacts; limits_of(w): the capacities of a view;
 *   own_scratch_size(limits), bind_own_scratch(w, s, arena): what only the dimension keeps in scratch from tick to tick;
 *   solver_arena_size(limits): the arena of its solver.
 * The previous contents of scratch are never trusted: the AABB tree verifies itself, the rest is initialised.
 */

/* ---- scratch ------------------------------------------------------------------------------------------------ */

static size_t events_capacity(const fs_worldN_limits *l)
{
    return (size_t)l->bodies + contact_capacity(l) + l->joints;
}

size_t fs_worldN_scratch_size(const fs_worldN_limits *l)
{
    size_t size = FS_ARENA_BYTES(sizeof(struct fs__worldN_scratch));
    size += 2 * FS_ARENA_BYTES(events_capacity(l) * sizeof(fs_eventN));
    size += FS_ARENA_BYTES(fs__broadphaseN_size(FS__BROADPHASE_TREE, l->shapes)) + own_scratch_size(l);
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
    bind_own_scratch(w, s, &arena);
    s->arena = arena;
    w->scratch = s;
    w->tasks = scratch->tasks;
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
