/* session_fault.c: flips a bit of a client's state, for the tests of desync tracing. */
#include <stdio.h>
#include <string.h>

#include "lockstep/session_internal.h"

static bool find_bit(const fs_session *s, fs_value_ref *ref, int64_t *raw, const fs_type_info **type)
{
    const fs_schema *schema = s->game->schema;
    if (fs_value_find(schema, s->fault.table, s->fault.field, ref) != FS_OK)
        return false;
    ref->row = s->fault.row;
    *type = fs_type_get(schema->tables[ref->table].fields[ref->field].type);
    return fs_value_get(fs_sim_state(s->sim), *ref, raw) == FS_OK && s->fault.bit < (*type)->width * 8u;
}

/* The value with the bit flipped, in the range of its type. */
static int64_t flip_bit(int64_t raw, uint32_t bit, const fs_type_info *type)
{
    unsigned bits = type->width * 8u;
    uint64_t value = (uint64_t)raw ^ (uint64_t)1 << bit;
    uint64_t sign = (uint64_t)1 << (bits - 1);
    if (bits < 64)
        value &= (sign << 1) - 1;
    if (type->is_signed)
        value = (value ^ sign) - sign;
    return (int64_t)value;
}

static bool is_valid(const fs_session *s, const fs_state *state)
{
    return s->game->valid == NULL || s->game->valid(state, &s->config);
}

/* The row is not in use: whether it will be is known with the state alone. */
static void refuse_row(fs_session *s)
{
    char why[FS__MAX_TEXT];
    fs_value_ref ref = { 0 };
    bool named = fs_value_find(s->game->schema, s->fault.table, s->fault.field, &ref) == FS_OK;
    snprintf(why, sizeof why, "row %u of table '%.31s' is not in use in tick %u: it has %u rows then",
             (unsigned)s->fault.row, s->fault.table, (unsigned)s->fault.tick,
             named ? (unsigned)fs_state_rows(fs_sim_state(s->sim), ref.table) : 0u);
    fs__session_fail(s, FS_E_ARGUMENT, why);
}

/* --- after the tick ----------------------------------------------------------------------- */

static void flip_once(fs_session *s)
{
    const fs_type_info *type;
    fs_state *state = fs_sim_state(s->sim);
    if (!find_bit(s, &s->fault.ref, &s->fault.raw, &type)) {
        refuse_row(s);
        return;
    }
    fs_value_set(state, s->fault.ref, flip_bit(s->fault.raw, s->fault.bit, type));
    s->fault.given = true;
    s->fault.refused = !is_valid(s, state);
}

/* Takes back a fault that the game refuses as a state: the hash, the history and the hooks of its tick have seen it, but
 * a step, a bot or a view could run out of a table with it. */
void fs__session_withdraw_fault(fs_session *s)
{
    if (s->fault.refused)
        fs_value_set(fs_sim_state(s->sim), s->fault.ref, s->fault.raw);
    s->fault.refused = false;
}

/* --- in the tick ------------------------------------------------------------------------------ */

/* An observer: flips the bit of `state`, which may be that of a repetition. */
static void flip_in_phase(void *context, fs_state *state, fs_phase phase)
{
    fs_session *s = context;
    fs_value_ref ref;
    int64_t raw = 0;
    const fs_type_info *type;
    if (phase != s->fault.phase || s->fault.flipped || !find_bit(s, &ref, &raw, &type) ||
        fs_value_get(state, ref, &raw) != FS_OK)
        return;
    s->fault.flipped = true;
    fs_value_set(state, ref, flip_bit(raw, s->fault.bit, type));
    if (is_valid(s, state))
        s->fault.given = true;
    else
        fs_value_set(state, ref, raw);
}

void fs__session_prepare_fault(fs_session *s, uint32_t tick)
{
    s->fault.flipped = false;
    if (s->fault.armed && s->fault.tick == tick && s->fault.phase != FS_PHASE_UNKNOWN)
        fs__state_observe(fs_sim_state(s->sim), flip_in_phase, s);
}

/* The game's own step ends once more behind the last part. */
void fs__session_apply_fault(fs_session *s, uint32_t tick)
{
    if (!s->fault.armed || s->fault.tick != tick)
        return;
    s->fault.armed = false;
    fs_value_ref ref;
    int64_t raw;
    const fs_type_info *type;
    if (s->fault.phase == FS_PHASE_UNKNOWN)
        flip_once(s);
    else if (!s->fault.given && !find_bit(s, &ref, &raw, &type))
        refuse_row(s);
    else
        flip_in_phase(s, fs_sim_state(s->sim), FS_PHASE_GAME);
    fs__state_observe(fs_sim_state(s->sim), NULL, NULL);
}

fs__phase_fn *fs__session_repeated_fault(fs_session *s, uint32_t tick)
{
    s->fault.flipped = false;
    return s->fault.tick == tick && s->fault.phase != FS_PHASE_UNKNOWN ? flip_in_phase : NULL;
}

void fs_session_inject_fault(fs_session *s, uint32_t tick, const char *table, uint32_t row, const char *field,
                             uint32_t bit)
{
    s->fault = (fs__fault){ .armed = true, .tick = tick, .row = row, .bit = bit };
    snprintf(s->fault.table, sizeof s->fault.table, "%s", table);
    snprintf(s->fault.field, sizeof s->fault.field, "%s", field);
}

void fs_session_set_fault_phase(fs_session *s, fs_phase phase)
{
    s->fault.phase = phase;
}

bool fs_session_fault_given(const fs_session *s)
{
    return s->fault.given;
}
