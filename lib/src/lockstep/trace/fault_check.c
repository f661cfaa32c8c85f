/* fault_check.c: whether the match has what a fault to inject names, told before the client joins it. */
#include <stdio.h>
#include <string.h>

#include "lockstep/session_internal.h"
#include "state/find_table.h"
#include "state/phase.h"

/* A trial shows which phases the ticks of a game have: some step their world only when somebody has acted, so random inputs are
 * pressed for so many ticks and released for as many. The server waits meanwhile, so a trial is simulated a few ticks in a call, and
 * when the ticks of a large match have taken too long, it is over: then nothing is known. */
enum { TRIAL_TICKS = 120, TRIAL_HOLD_TICKS = 4, TRIAL_SLICE_TICKS = 8, TRIAL_US = 1000000 };

/* Adds a name to the list; behind the first one that has no room "...", and nothing more. */
static void add_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    if (used >= 3 && strcmp(list + used - 3, "...") == 0)
        return;
    bool fits = used + strlen(name) + sizeof ", , ..." <= size;
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", fits ? name : "...");
}

static void refuse_table(const fs__fault *f, const fs_schema *schema, char why[FS__MAX_TEXT])
{
    char names[FS__MAX_TEXT - 80] = "";
    for (unsigned t = 0; t < schema->table_count; t++)
        add_name(names, sizeof names, schema->tables[t].name);
    snprintf(why, FS__MAX_TEXT, "there is no table '%.30s'; the game has %s", f->table, names);
}

static void refuse_field(const fs__fault *f, const fs_table *table, char why[FS__MAX_TEXT])
{
    char names[FS__MAX_TEXT - 100] = "";
    for (unsigned i = 0; i < table->field_count; i++)
        add_name(names, sizeof names, table->fields[i].name);
    snprintf(why, FS__MAX_TEXT, "table '%.31s' has no field '%.30s'; it has %s", f->table, f->field, names);
}

static bool check_place(const fs_session *s, char why[FS__MAX_TEXT])
{
    const fs__fault *f = &s->fault;
    const fs_schema *schema = s->game->schema;
    const fs_table *table = fs__schema_find_table(schema, f->table);
    fs_value_ref ref;
    if (table == NULL) {
        refuse_table(f, schema, why);
        return false;
    }
    if (fs_value_find(schema, f->table, f->field, &ref) != FS_OK) {
        refuse_field(f, table, why);
        return false;
    }
    uint32_t bits = fs_type_get(table->fields[ref.field].type)->width * 8u;
    uint32_t rows = fs_state_capacity(fs_sim_state(s->sim), ref.table);
    if (f->bit >= bits)
        snprintf(why, FS__MAX_TEXT, "%.40s of table '%.31s' has the bits 0 to %u", f->field, f->table, bits - 1);
    else if (rows == 0)
        snprintf(why, FS__MAX_TEXT, "table '%.31s' has no rows in this match", f->table);
    else if (f->row >= rows)
        snprintf(why, FS__MAX_TEXT, "table '%.31s' has at most the rows 0 to %u in this match", f->table, rows - 1);
    else
        return true;
    return false;
}

/* --- parts of the tick ---------------------------------------------------------------------- */

/* An observer: notes the phase in a bit set. */
static void note_phase(void *context, fs_state *state, fs_phase phase)
{
    uint32_t *seen = context;
    (void)state;
    *seen |= 1u << phase;
}

static void step_trial(const fs_session *s, fs_sim *sim, fs_rng *rng)
{
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT] = { 0 };
    uint32_t size = s->game->input_size, players = s->config.players;
    bool pressed = fs_sim_tick(sim) / TRIAL_HOLD_TICKS % 2 == 1;
    for (uint32_t i = 0; pressed && i < players * size; i++)
        bytes[i] = (uint8_t)fs_rng_u64(rng);
    for (uint32_t slot = 0; slot < players; slot++)
        s->game->sanitise(bytes + (size_t)slot * size);
    const fs_inputs inputs = { bytes, size, players, UINT64_MAX >> (64 - players) };
    fs_sim_step(sim, &inputs);
}

_Static_assert(FS_PHASE_COUNT <= 32, "a bit set of phases");

static bool has_seen(const fs_session *s)
{
    return s->trial.seen >> s->fault.phase & 1;
}

bool fs__session_begin_trial(fs_session *s)
{
    fs__trial *trial = &s->trial;
    trial->seen = 1u << FS_PHASE_GAME; /* ends each step */
    trial->rng = fs_rng_seed(s->config.seed, 0);
    trial->began_us = s->now_us;
    if (!s->fault.armed || s->fault.phase == FS_PHASE_UNKNOWN || has_seen(s))
        return false;
    if (fs_sim_create(s->game, &s->config, &trial->sim) != FS_OK) {
        fs__session_fail(s, FS_E_MEMORY, "no room to try which phases the ticks have");
        return true;
    }
    fs_sim_set_tasks(trial->sim, s->def.tasks);
    fs__state_observe(fs_sim_state(trial->sim), note_phase, &trial->seen);
    return true;
}

static void refuse_phase(fs_session *s)
{
    char names[FS__MAX_TEXT - 80] = "", why[FS__MAX_TEXT];
    for (int i = 0; i < FS_PHASE_COUNT; i++)
        if (s->trial.seen >> i & 1)
            add_name(names, sizeof names, fs_phase_text((fs_phase)i));
    snprintf(why, sizeof why, "the ticks of this game have no phase '%s'; they have %s", fs_phase_text(s->fault.phase),
             names);
    fs__session_fail(s, FS_E_ARGUMENT, why);
}

bool fs__session_continue_trial(fs_session *s)
{
    fs__trial *trial = &s->trial;
    bool late = s->now_us - trial->began_us > TRIAL_US;
    for (int i = 0; i < TRIAL_SLICE_TICKS && !late && !has_seen(s) && fs_sim_tick(trial->sim) < TRIAL_TICKS; i++)
        step_trial(s, trial->sim, &trial->rng);
    bool tried = fs_sim_tick(trial->sim) == TRIAL_TICKS;
    if (!late && !tried && !has_seen(s))
        return false;
    fs_sim_destroy(trial->sim);
    trial->sim = NULL;
    if (tried && !has_seen(s))
        refuse_phase(s);
    return s->phase != FS_SESSION_FAILED;
}

bool fs__session_check_fault(const fs_session *s, char why[FS__MAX_TEXT])
{
    return !s->fault.armed || check_place(s, why);
}
