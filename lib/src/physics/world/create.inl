/* create.inl: a world that owns its state, its scratch and its clock.
 *
 * Template: included once by create.c of physics2d and of physics3d, which define
 *   standalone_schema: the tables of the dimension's world and nothing else: STANDALONE_COUNT tables, of which
 *     STANDALONE_PHYSICS is the first and STANDALONE_MATERIAL_PAIR the last;
 *   complete_own_limits(l): defaults of the limits that only the dimension has;
 *   set_own_capacities(l, rows), bind_own_tables(state, w): of the tables between the two;
 *   check_limits(text, l): what would overflow before the state checks the sum.
 * It is a view as games bind it: creation only makes the state and the memory that a game would bring.
 */

enum {
    DEFAULT_BODIES = 1024,
    DEFAULT_SHAPES_PER_BODY = 2,
    DEFAULT_MATERIALS = 64,
    DEFAULT_MATERIAL_PAIRS = 64,
    DEFAULT_HZ = 60
};

struct owned_world {
    fs_worldN world; /* first: the address of both is one */
    fs_state *state;
    void *scratch;
};

static void release(struct owned_world *o)
{
    fs_state_destroy(o->state);
    free(o->scratch);
    free(o);
}

static uint32_t given_or(uint32_t given, uint64_t usual)
{
    return given != 0 ? given : (uint32_t)fs_min_u64(usual, FS_MAX_ROWS);
}

static fs_worldN_limits complete_limits(const fs_worldN_limits *given)
{
    fs_worldN_limits l = given != NULL ? *given : (fs_worldN_limits){ .bodies = 0 };
    l.bodies = given_or(l.bodies, DEFAULT_BODIES);
    l.shapes = given_or(l.shapes, (uint64_t)l.bodies * DEFAULT_SHAPES_PER_BODY);
    l.joints = given_or(l.joints, l.bodies);
    l.materials = given_or(l.materials, DEFAULT_MATERIALS);
    complete_own_limits(&l);
    l.material_pairs = given_or(l.material_pairs, DEFAULT_MATERIAL_PAIRS);
    return l;
}

static fs_result create_state(const fs_worldN_limits *limits, fs_state **out)
{
    uint32_t rows[STANDALONE_COUNT] = { 1 };
    fs_worldN_capacities(limits, rows + STANDALONE_PHYSICS);
    set_own_capacities(limits, rows);
    rows[STANDALONE_MATERIAL_PAIR] = limits->material_pairs;
    return fs_state_create(standalone_schema, rows, out);
}

static fs_result check_create(char *text, const fs_worldN_limits *complete, const fs_worldN_def *def)
{
    fs_result result = check_limits(text, complete);
    return result == FS_OK ? fs__worldN_check_def(text, def) : result;
}

/* A state above FS_MAX_BLOCK shows only where it is made. */
static fs_result try_state(char *text, const fs_worldN_limits *complete)
{
    fs_state *state = NULL;
    fs_result result = create_state(complete, &state);
    fs_state_destroy(state);
    if (result == FS_E_ARGUMENT)
        return fs__error_text_set(text, result, "the state of these limits has more than 2^30 bytes");
    return result == FS_OK ? result
                           : fs__error_text_set(text, result, "there is no memory for the state of these limits");
}

fs_result fs_worldN_check(const fs_worldN_limits *limits, const fs_worldN_def *def, char *error, size_t error_size)
{
    const fs_worldN_def usual = fs_default_worldN_def(DEFAULT_HZ);
    const fs_worldN_limits complete = complete_limits(limits);
    char text[FS__ERROR_TEXT_SIZE] = "";
    fs_result result = check_create(text, &complete, def != NULL ? def : &usual);
    if (result == FS_OK)
        result = try_state(text, &complete);
    if (error != NULL && error_size > 0) {
        size_t length = (size_t)fs_min_u64(strlen(text), error_size - 1);
        memcpy(error, text, length);
        error[length] = 0;
    }
    return result;
}

static fs_result open_world(struct owned_world *o, const fs_worldN_limits *limits, const fs_worldN_def *def)
{
    fs_scratch scratch = { .size = fs_worldN_scratch_size(limits) };
    fs_result result = create_state(limits, &o->state);
    if (result != FS_OK)
        return result;
    o->scratch = scratch.bytes = malloc(scratch.size);
    if (scratch.bytes == NULL)
        return FS_E_MEMORY;
    fs_worldN_bind(o->state, STANDALONE_PHYSICS, &scratch, &o->world);
    bind_own_tables(o->state, &o->world);
    fs_material_pairN_bind(o->state, STANDALONE_MATERIAL_PAIR, &o->world);
    o->world.owned = true;
    *o->world.world.hz = def->hz;
    return fs_worldN_init(&o->world, def);
}

fs_result fs_worldN_create(const fs_worldN_limits *limits, const fs_worldN_def *def, fs_worldN **out)
{
    const fs_worldN_def usual = fs_default_worldN_def(DEFAULT_HZ);
    const fs_worldN_def *d = def != NULL ? def : &usual;
    fs_worldN_limits complete = complete_limits(limits);
    if (out == NULL)
        return FS_E_ARGUMENT;
    *out = NULL;
    if (check_create(NULL, &complete, d) != FS_OK)
        return FS_E_ARGUMENT;
    struct owned_world *o = calloc(1, sizeof *o);
    if (o == NULL)
        return FS_E_MEMORY;
    fs_result result = open_world(o, &complete, d);
    if (result == FS_OK)
        *out = &o->world;
    else
        release(o);
    return result;
}

void fs_worldN_destroy(fs_worldN *w)
{
    if (w != NULL && w->owned)
        release((struct owned_world *)w);
}

const char *fs_worldN_error(const fs_worldN *w)
{
    return w->error;
}
