/* state.h: the state block and the one field list everything is made from.
 *
 * All that affects the future of a simulation lives in one relocatable block
 * of fixed capacity. A schema (an X-macro in the game's source) names every
 * table and field with type and unit; layout, encode, decode, hash, dump,
 * diff and the desync report are all made from that one list, so a field
 * cannot be saved and not hashed.
 *
 * A table is a set of columns (structure of arrays), each an array of one
 * field type; `rows` of its `capacity` rows are in use and only those are
 * hashed and saved. Rows at and above `rows` are always zero.
 *
 *     #define PUCK_FIELDS(F, t)      \
 *         F(t, POS2, pos, "m")       \
 *         F(t, VEL2, vel, "m/s")
 *     #define RINK_TABLES(T, P, g)   \
 *         T(g, puck, PUCK_FIELDS)
 *     FS_SCHEMA(rink, RINK_TABLES)
 *
 * defines `struct rink_view` (typed column pointers), `rink_schema` (the
 * description), `rink_T_puck` (the table's number), `rink_bind()` and, for code
 * that only reads (drawing, bots), `rink_peek()`. Use:
 *
 *     struct rink_view v;
 *     rink_bind(state, &v);
 *     v.puck.pos[3].x += 1;
 *
 * Canonical bytes and hashes are the same for every pointer size and byte order.
 * Threads: a state must be used by one thread at a time; states share nothing.
 */
#ifndef FIXSTEP_STATE_H
#define FIXSTEP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/num.h>
#include <fixstep/random.h>
#include <fixstep/result.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
#define FS_STATIC_ASSERT(cond, text) static_assert(cond, text)
extern "C" {
#else
#define FS_STATIC_ASSERT(cond, text) _Static_assert(cond, text)
#endif

/* Handles of pool rows: zero is no object. A destroyed row's generation moves
 * on, so an old handle never finds the new object (until one row was reused
 * 2^31 times). As a field (HANDLE) a handle is two plain numbers: the codec
 * accepts any, and the pool call that uses it answers E_STALE. */
typedef struct fs_handle {
    uint32_t index1; /* row + 1; 0 = null */
    uint32_t generation;
} fs_handle;

/* --- field types ---------------------------------------------------------
 * X(NAME, C type, component width in bytes, signed, fraction bits, components).
 * Formats by quantity: see lib/doc/DETERMINISM.md. Append only. */
#define FS_TYPES(X)                  \
    X(U8, uint8_t, 1, 0, 0, 1)       \
    X(U16, uint16_t, 2, 0, 0, 1)     \
    X(U32, uint32_t, 4, 0, 0, 1)     \
    X(U64, uint64_t, 8, 0, 0, 1)     \
    X(I8, int8_t, 1, 1, 0, 1)        \
    X(I16, int16_t, 2, 1, 0, 1)      \
    X(I32, int32_t, 4, 1, 0, 1)      \
    X(I64, int64_t, 8, 1, 0, 1)      \
    X(FIX16, fix16_t, 4, 1, 16, 1)   \
    X(WIDE, fs_wide, 8, 1, 32, 1)    \
    X(WIDE2, fs_wide2, 8, 1, 32, 2)  \
    X(WIDE3, fs_wide3, 8, 1, 32, 3)  \
    X(POS, fs_pos, 8, 1, 32, 1)      \
    X(POS2, fs_pos2, 8, 1, 32, 2)    \
    X(POS3, fs_pos3, 8, 1, 32, 3)    \
    X(REL, fs_rel, 4, 1, 26, 1)      \
    X(REL2, fs_rel2, 4, 1, 26, 2)    \
    X(REL3, fs_rel3, 4, 1, 26, 3)    \
    X(UNIT, fs_unit, 4, 1, 30, 1)    \
    X(ROT2, fs_rot2, 4, 1, 30, 2)    \
    X(QUAT, fs_quat, 4, 1, 30, 4)    \
    X(VEL, fs_vel, 4, 1, 21, 1)      \
    X(VEL2, fs_vel2, 4, 1, 21, 2)    \
    X(VEL3, fs_vel3, 4, 1, 21, 3)    \
    X(ALPHA, fs_alpha, 4, 1, 24, 1)  \
    X(SCALED, fs_scaled, 4, 1, 0, 2) \
    X(RNG, fs_rng, 8, 0, 0, 2)       \
    X(UNIT2, fs_unit2, 4, 1, 30, 2)  \
    X(HANDLE, fs_handle, 4, 0, 0, 2) \
    X(UNIT3, fs_unit3, 4, 1, 30, 3)

typedef enum fs_type {
#define FS_TYPE_ENUM(name, ctype, width, sign, frac, n) FS_TYPE_##name,
    FS_TYPES(FS_TYPE_ENUM)
#undef FS_TYPE_ENUM
        FS_TYPE_COUNT
} fs_type;

#define FS_TYPE_CTYPE(name, ctype, width, sign, frac, n) typedef ctype fs_c_##name;
FS_TYPES(FS_TYPE_CTYPE)
#undef FS_TYPE_CTYPE

typedef struct fs_type_info {
    const char *name; /* "POS2" */
    uint8_t width;    /* bytes per component */
    uint8_t is_signed;
    uint8_t frac_bits;  /* value = raw / 2^frac_bits */
    uint8_t components; /* 1..4, shown as .x .y .z .w (ROT2: .c .s; SCALED: .m .e; RNG: .key .counter;
                         * HANDLE: .index1 .generation) */
} fs_type_info;

/* Columns are read and written as plain arrays of components, so a C type must
 * hold its components and nothing else. */
#define FS_TYPE_SIZE(name, ctype, width, sign, frac, n) \
    FS_STATIC_ASSERT(sizeof(ctype) == (width) * (n), #name " must be its components and nothing else");
FS_TYPES(FS_TYPE_SIZE)
#undef FS_TYPE_SIZE

/* Description of a type, a static object; NULL when `type` is no fs_type. */
FS_API const fs_type_info *fs_type_get(fs_type type);
/* Name of component `c` of a type ("x", "y", ...), a static string; "" for a type of one component, and for a type or
 * component that does not exist. */
FS_API const char *fs_type_component(fs_type type, unsigned c);

/* --- schema --------------------------------------------------------------- */
typedef struct fs_field {
    const char *name;
    const char *unit; /* "" for a number without a unit */
    fs_type type;
    uint16_t offset; /* of the column pointer in the table's view struct */
} fs_field;

/* A pool table hands out rows by handle: its last fields are `gen` (odd while
 * the row is in use) and `next` (free list: row index + 1 of the row that was
 * freed before this one, 0 at the end of the list and in rows in use).
 *
 * Names are identifiers of at most FS_MAX_IDENT-1 letters, unique in their
 * list; units are printable ASCII of at most FS_MAX_UNIT-1 letters. */
typedef struct fs_table {
    const char *name;
    const fs_field *fields;
    uint16_t field_count;
    uint16_t view_offset; /* of the table's struct in the game's view */
    bool pool;
} fs_table;

typedef struct fs_schema {
    const char *name;
    const fs_table *tables; /* table 0 is always the engine's `world` */
    uint16_t table_count;
} fs_schema;

enum {
    FS_MAX_TABLES = 64,
    FS_MAX_FIELDS = 64, /* per table */
    FS_MAX_ROWS = 1 << 24,
    FS_MAX_IDENT = 32,      /* bytes of a schema, table or field name with its 0 */
    FS_MAX_UNIT = 16,       /* bytes of a unit with its 0 */
    FS_MAX_BLOCK = 1 << 30, /* bytes of one state */
    FS_HASH_ROWS = 64       /* rows per group in a Merkle descent */
};

/* The engine's own table: table 0 of every schema, with one row. */
#define FS_WORLD_FIELDS(F, t)  \
    F(t, U32, tick, "ticks")   \
    F(t, U32, hz, "1/s")       \
    F(t, U32, players, "")     \
    F(t, U32, saturations, "") \
    F(t, U64, seed, "")        \
    F(t, RNG, rng, "")

/* A typed view of one table: the rows in use, the capacity in rows, and a
 * pointer to row 0 of each column. `rows` points into the block; change it only
 * through fs_rows_resize() and the pool calls. */
#define FS_VIEW_MEMBER(t, TYPE, field, unit) fs_c_##TYPE *field;
#define FS_VIEW_STRUCT(t, FIELDS) \
    struct t {                    \
        uint32_t *rows;           \
        uint32_t capacity;        \
        FIELDS(FS_VIEW_MEMBER, t) \
    };
FS_VIEW_STRUCT(fs_world_view, FS_WORLD_FIELDS)

#define FS_POOL_FIELDS(F, t) F(t, U32, gen, "") F(t, U32, next, "")

/* The macro kit. G is the game's prefix, T(g, table, FIELDS) a plain table,
 * P(g, table, FIELDS) a pool; TABLES is called as TABLES(T, P, g). */
#define FS_SCHEMA_FIELD(t, TYPE, field, unit) { #field, unit, FS_TYPE_##TYPE, (uint16_t)offsetof(struct t, field) },
#define FS_SCHEMA_STRUCT(g, table, FIELDS) FS_VIEW_STRUCT(g##_##table, FIELDS)
#define FS_SCHEMA_POOL_STRUCT(g, table, FIELDS)     \
    struct g##_##table {                            \
        uint32_t *rows;                             \
        uint32_t capacity;                          \
        FIELDS(FS_VIEW_MEMBER, g##_##table)         \
        FS_POOL_FIELDS(FS_VIEW_MEMBER, g##_##table) \
    };
#define FS_SCHEMA_MEMBER(g, table, FIELDS) struct g##_##table table;
#define FS_SCHEMA_FIELDS(g, table, FIELDS) \
    static const fs_field g##_##table##_fields[] = { FIELDS(FS_SCHEMA_FIELD, g##_##table) };
#define FS_SCHEMA_POOL_FIELDS(g, table, FIELDS)                                           \
    static const fs_field g##_##table##_fields[] = { FIELDS(FS_SCHEMA_FIELD, g##_##table) \
                                                         FS_POOL_FIELDS(FS_SCHEMA_FIELD, g##_##table) };
#define FS_SCHEMA_ROW(g, table, is_pool)                                                        \
    { #table, g##_##table##_fields, (uint16_t)(sizeof g##_##table##_fields / sizeof(fs_field)), \
      (uint16_t)offsetof(struct g##_view, table), is_pool },
#define FS_SCHEMA_TABLE(g, table, FIELDS) FS_SCHEMA_ROW(g, table, false)
#define FS_SCHEMA_POOL(g, table, FIELDS) FS_SCHEMA_ROW(g, table, true)
#define FS_SCHEMA_INDEX(g, table, FIELDS) g##_T_##table,

/* A game may leave some of the generated objects unused. */
#if defined(__GNUC__)
#define FS_MAYBE_UNUSED __attribute__((unused))
#else
#define FS_MAYBE_UNUSED
#endif

#define FS_SCHEMA(g, TABLES)                                                                                  \
    TABLES(FS_SCHEMA_STRUCT, FS_SCHEMA_POOL_STRUCT, g)                                                        \
    enum { g##_T_world, TABLES(FS_SCHEMA_INDEX, FS_SCHEMA_INDEX, g) g##_T_COUNT };                            \
    struct g##_view {                                                                                         \
        struct fs_world_view world;                                                                           \
        TABLES(FS_SCHEMA_MEMBER, FS_SCHEMA_MEMBER, g)                                                         \
        fs_state *own_state; /* that the view is of; NULL in a view for reading */                            \
    };                                                                                                        \
    static const fs_field g##_world_fields[] = { FS_WORLD_FIELDS(FS_SCHEMA_FIELD, fs_world_view) };           \
    TABLES(FS_SCHEMA_FIELDS, FS_SCHEMA_POOL_FIELDS, g)                                                        \
    static const fs_table g##_tables[] = { FS_SCHEMA_ROW(g, world, false)                                     \
                                               TABLES(FS_SCHEMA_TABLE, FS_SCHEMA_POOL, g) };                  \
    FS_STATIC_ASSERT(sizeof(struct g##_view) <= UINT16_MAX, "view offsets");                                  \
    FS_MAYBE_UNUSED static const fs_schema g##_schema = { #g, g##_tables,                                     \
                                                          (uint16_t)(sizeof g##_tables / sizeof(fs_table)) }; \
    FS_MAYBE_UNUSED static inline void g##_bind(fs_state *state, struct g##_view *view)                       \
    {                                                                                                         \
        fs_state_bind(state, &g##_schema, view);                                                              \
        view->own_state = state;                                                                              \
    }                                                                                                         \
    FS_MAYBE_UNUSED static inline void g##_peek(const fs_state *state, struct g##_view *view)                 \
    {                                                                                                         \
        fs_state_peek(state, &g##_schema, view);                                                              \
        view->own_state = NULL;                                                                               \
    }

/* --- state ---------------------------------------------------------------- */

/* One simulation state: the block and its layout. Opaque; owns its memory. */
typedef struct fs_state fs_state;

/* Makes a zeroed state. `capacities[t]` is the number of rows of table t
 * (capacities[0], the world table, must be 1); every table but the world's
 * starts with 0 rows. The capacities are copied; the schema must outlive the state,
 * which the caller destroys. E_ARGUMENT for a schema that breaks a rule above, a
 * capacity outside 0..FS_MAX_ROWS or a block above FS_MAX_BLOCK; E_MEMORY. On an
 * error *out is NULL. */
FS_API fs_result fs_state_create(const fs_schema *schema, const uint32_t *capacities, fs_state **out);
/* NULL is allowed. */
FS_API void fs_state_destroy(fs_state *state);

/* The schema that the state was created with. */
FS_API const fs_schema *fs_state_schema(const fs_state *state);
/* Finished ticks: world[0].tick. */
FS_API uint32_t fs_state_tick(const fs_state *state);
/* Size of the block in bytes. */
FS_API size_t fs_state_block_size(const fs_state *state);
/* Rows in use and capacity of a table, which must be below the schema's table_count. */
FS_API uint32_t fs_state_rows(const fs_state *state, unsigned table);
FS_API uint32_t fs_state_capacity(const fs_state *state, unsigned table);

/* Fills a view made by FS_SCHEMA with pointers into the block; valid until the
 * state is destroyed. `schema` must be the state's own or its twin from another
 * translation unit. Columns are aligned to 16 bytes, those of 64 bytes and more
 * to 64. */
FS_API void fs_state_bind(fs_state *state, const fs_schema *schema, void *view);
/* The same for code that only reads: it must not write through the view. */
FS_API void fs_state_peek(const fs_state *state, const fs_schema *schema, void *view);

/* Fills the part of `view` that belongs to one table (at twin->view_offset), for code that is shared by several games'
 * schemas. `twin` must describe the same fields as table `table` of the state's own schema. */
FS_API void fs_table_bind(fs_state *state, unsigned table, const fs_table *twin, void *view);

/* Copies the block: the cheapest snapshot. Both states must have been created
 * with equal schemas and capacities; else E_SCHEMA, and nothing is copied. */
FS_API fs_result fs_state_copy(fs_state *to, const fs_state *from);
/* The block alone, for a ring of snapshots: `bytes` is fs_state_block_size() long
 * and needs no alignment. The bytes are in the machine's own order and layout:
 * never for a file or the wire. fs_state_fetch() takes bytes of fs_state_store()
 * from a state with equal schema and capacities only. */
FS_API void fs_state_store(const fs_state *state, void *bytes);
FS_API void fs_state_fetch(fs_state *state, const void *bytes);

/* Sets the rows in use of a plain table; new rows are zero, removed rows are
 * zeroed. E_CAPACITY above the table's capacity, E_ARGUMENT for a pool and for
 * the world's table. */
FS_API fs_result fs_rows_resize(fs_state *state, unsigned table, uint32_t rows);

/* Takes the most recently freed row, else the next unused row into use; its fields are
 * zero. E_CAPACITY when the pool is full; *out is the null handle then. */
FS_API fs_result fs_pool_create(fs_state *state, unsigned table, fs_handle *out);
/* Zeroes the row's fields and frees the row. E_STALE when the handle names no object. */
FS_API fs_result fs_pool_destroy(fs_state *state, unsigned table, fs_handle handle);
/* Row of a live handle in *row. E_STALE, with *row unchanged, when the handle names no object. */
FS_API fs_result fs_pool_row(const fs_state *state, unsigned table, fs_handle handle, uint32_t *row);
/* Handle of a row in use, for code that iterates over a pool; the null handle when the row is free or not there. */
FS_API fs_handle fs_pool_handle(const fs_state *state, unsigned table, uint32_t row);

/* --- hash, codec ----------------------------------------------------------- */

/* Digest of a valid schema: XXH3-64 over its canonical bytes (names, types with their
 * number formats and units of every table and field). */
FS_API uint64_t fs_schema_hash(const fs_schema *schema);
/* A valid schema as canonical bytes (embedded in recordings, so that fields can be
 * named without the game) and back. fs_schema_encode() returns the size of the bytes
 * and writes them when they fit. A decoded schema is owned by the caller, is freed
 * with fs_schema_free() (NULL is allowed), and serves everything but fs_state_bind().
 * Any input is safe: E_TRUNCATED, E_MALFORMED, E_MEMORY; *out is NULL then. */
FS_API size_t fs_schema_encode(const fs_schema *schema, void *bytes, size_t size);
FS_API fs_result fs_schema_decode(const void *bytes, size_t size, fs_schema **out);
FS_API void fs_schema_free(fs_schema *schema);

/* The parts of a tick, by which a desync report names the one in which two simulations part. */
#define FS_PHASES(X)                                                                                                \
    X(UNKNOWN, "unknown")       /* it could not be found out */                                                     \
    X(INPUTS, "inputs")         /* the inputs of the tick differ */                                                 \
    X(BEFORE, "before")         /* the states differ before the tick */                                             \
    X(GAME, "game")             /* the game's own step, up to the physics, between two steps of it, or behind it */ \
    X(FORCES, "forces")         /* 3D: force generators */                                                          \
    X(PAIRS, "pairs")           /* search for pairs of shapes */                                                    \
    X(CONTACTS, "contacts")     /* contact points, and islands that wake */                                         \
    X(SOLVE, "solve")           /* substeps: forces, velocities, constraints and positions, and what they store */  \
    X(CONTINUOUS, "continuous") /* continuous collision of fast bodies */                                           \
    X(SLEEP, "sleep")           /* fat AABBs, islands that fall asleep, joints that break */                        \
    X(EVENTS, "events")         /* events of the tick */                                                            \
    X(LINKS, "links")           /* particles: rods, cables and springs with ends, and those that tear */            \
    X(EMITTERS, "emitters")     /* particles: fuses, payloads and lifetimes of fireworks and sparks */              \
    X(OUTSIDE, "outside")       /* none: repeated, the tick gives equal states, so something outside changed one */
typedef enum fs_phase {
#define FS_PHASE_NAME(NAME, word) FS_PHASE_##NAME,
    FS_PHASES(FS_PHASE_NAME)
#undef FS_PHASE_NAME
        FS_PHASE_COUNT
} fs_phase;
/* The word of a phase: "solve". */
FS_API const char *fs_phase_text(fs_phase phase);
/* Tells whoever traces a desync that a part of the tick has ended. Worlds and particles call it; a game may call it in its own step, with
 * FS_PHASE_GAME, so that a report tells more. It changes no state, and costs nothing while nobody traces. */
FS_API void fs_state_end_phase(fs_state *state, fs_phase phase);

/* The state hash is the root of a Merkle tree: XXH3-64 over the table hashes (8 bytes
 * each, little-endian). A table hash is XXH3-64 over the canonical bytes of its table:
 * exactly the bytes that fs_state_encode() writes for it. */
FS_API uint64_t fs_state_hash(const fs_state *state);
FS_API uint64_t fs_table_hash(const fs_state *state, unsigned table);
/* Hash of rows [group*FS_HASH_ROWS, +FS_HASH_ROWS) of a table over all fields:
 * XXH3-64 over their canonical bytes, column by column; of one row likewise.
 * For a group or row that does not exist, the hash of no bytes. */
FS_API uint64_t fs_group_hash(const fs_state *state, unsigned table, uint32_t group);
FS_API uint64_t fs_row_hash(const fs_state *state, unsigned table, uint32_t row);

/* The canonical bytes, all numbers little-endian, without padding:
 *
 *     u64 schema hash
 *     for each table of the schema:
 *         u32 rows in use
 *         for each field: its value in row 0, 1, ... rows-1; a value is its
 *         components in order, a component is its width in bytes
 *
 * The head of a pool's free list is not included: it is the one free row that no
 * other free row's `next` names. */

/* Exact size of the canonical bytes in bytes. */
FS_API size_t fs_state_encoded_size(const fs_state *state);
/* Writes the canonical bytes and returns their number; 0, with unspecified contents,
 * when `size` is below fs_state_encoded_size(). */
FS_API size_t fs_state_encode(const fs_state *state, void *bytes, size_t size);
/* Fills a state from canonical bytes made with an equal schema and equal capacities.
 * Any input is safe and nothing is allocated; on an error the state is as
 * fs_state_create() made it. E_TRUNCATED, E_MALFORMED (also: trailing bytes, a broken free
 * list), E_SCHEMA, E_CAPACITY. */
FS_API fs_result fs_state_decode(fs_state *state, const void *bytes, size_t size);

/* --- one value, by reference -------------------------------------------------- */

/* Names one component of one field of one row. */
typedef struct fs_value_ref {
    uint16_t table, field;
    uint32_t row;
    uint16_t component;
} fs_value_ref;

/* Reads or writes the component's raw integer (sign-extended; the bit pattern of U64
 * and RNG). Writing stores the low bits of `raw`, as many as the component has.
 * E_ARGUMENT, with nothing changed, when the component does not exist in this state.
 * Writing is for fault injection and tools; a game changes its state only in init and
 * step. */
FS_API fs_result fs_value_get(const fs_state *state, fs_value_ref ref, int64_t *raw);
FS_API fs_result fs_value_set(fs_state *state, fs_value_ref ref, int64_t raw);
/* "puck[3].pos.x"; returns the length without the final zero; as with snprintf, a
 * length >= size means that the text was cut (always terminated for size > 0). A table
 * or field that the schema does not have is written as a number: "?9[3].?2". */
FS_API size_t fs_value_path(const fs_schema *schema, fs_value_ref ref, char *text, size_t size);
/* The value as decimal in its format and unit, with as many decimals as distinguish
 * two raw steps: "1.2500000000 m" in Q32.32. Lengths as above. */
FS_API size_t fs_value_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, char *text, size_t size);
/* Finds table and field by name; "pos.x" names a component, "pos" its first. The
 * row is set to 0. E_ARGUMENT, with *out unchanged, if there is none. */
FS_API fs_result fs_value_find(const fs_schema *schema, const char *table, const char *field, fs_value_ref *out);

/* --- diff, dump ------------------------------------------------------------ */

typedef struct fs_difference {
    fs_value_ref ref;
    int64_t left, right; /* raw; 0 for the side whose row does not exist */
    bool left_exists, right_exists;
} fs_difference;

/* Called for each unequal component in canonical order (table, row, field,
 * component), and for each component of a row that exists on one side only. Returns
 * false to stop. */
typedef bool fs_diff_fn(void *context, const fs_difference *difference);
/* Compares two states with equal schemas (capacities may differ). Returns the number
 * of calls. */
FS_API size_t fs_state_diff(const fs_state *left, const fs_state *right, fs_diff_fn *call, void *context);

/* The whole state as JSON text, allocated with malloc (the caller frees it); NULL when
 * out of memory. "root" is the former name of "state_hash":
 *     {"schema": name, "tick": n, "state_hash": 16 hex digits, "root": the same, "tables": {table: [row...]}}
 * A row is an object of fields in order. A field of one component is {"raw": r}
 * or, with a fraction, {"raw": r, "value": "decimal"}; one of more components has
 * such an object for each by name. Raw integers beyond 2^53 are strings of
 * digits, so that no reader rounds them. */
FS_API char *fs_state_json(const fs_state *state);
/* The schema as JSON: [{"name":…, "pool":…, "fields":[{"name","type","unit"}…]}…];
 * otherwise as above. */
FS_API char *fs_schema_json(const fs_schema *schema);

#ifdef __cplusplus
}
#endif
#endif
