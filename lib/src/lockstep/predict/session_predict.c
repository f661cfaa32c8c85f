/* session_predict.c: when a session predicts, with which inputs, and which state it shows.
 *
 * The prediction advances once for each own input that was sampled, so a tick costs at most one repetition, however many
 * bundles have arrived since. It stands still while confirmed ticks are overdue.
 */
#include "lockstep/session_internal.h"

static uint64_t read_clock(const fs_session *s)
{
    bool measured = s->prediction.sim != NULL && s->hooks.clock_us != NULL;
    return measured ? s->hooks.clock_us(s->hooks.context) : 0;
}

static void show(fs_session *s, fs_sim *sim, fs_show_kind kind)
{
    s->shown_tick = fs_sim_tick(sim);
    if (s->hooks.show != NULL)
        s->hooks.show(s->hooks.context, sim, kind);
}

/* --- inputs -------------------------------------------------------------------------- */

/* Whether the own input of a tick was sampled and is still stored. */
static bool has_own_input(const fs_session *s, uint32_t tick)
{
    return tick >= s->first_sample && tick < s->next_sample && s->next_sample - tick <= FS__OWN_INPUTS;
}

/* The record of a tick without a bundle: the own input, sanitised as the server does it, and repeats of the newest inputs
 * known of the others. */
static void guess_inputs(fs_session *s, uint32_t tick)
{
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT];
    fs_inputs inputs = fs__stream_inputs(&s->received_stream);
    memcpy(bytes, inputs.bytes, (size_t)inputs.slots * inputs.size);
    if (fs_input_present(&inputs, s->welcome.slot) && has_own_input(s, tick)) {
        uint8_t *own = bytes + (size_t)s->welcome.slot * inputs.size;
        memcpy(own, fs__session_own_input(s, tick), inputs.size);
        s->game->sanitise(own);
    }
    inputs.bytes = bytes;
    fs__prediction_guess(&s->prediction, tick, &inputs);
}

void fs__session_confirm_inputs(fs_session *s, uint32_t tick)
{
    fs_inputs inputs = fs__stream_inputs(&s->received_stream);
    fs__prediction_confirm(&s->prediction, tick, &inputs);
}

/* --- advancing -------------------------------------------------------------------------- */

static bool begin_advance(fs_session *s)
{
    uint64_t began = read_clock(s);
    bool wrong = fs__prediction_begin(&s->prediction, s->sim);
    fs__prediction_add_copy_cost(&s->prediction, read_clock(s) - began);
    return wrong;
}

static bool step_predicted(fs_session *s, uint32_t known_tick)
{
    fs__prediction *p = &s->prediction;
    uint32_t tick = p->next_tick;
    if (tick >= s->received_stream.next_tick)
        guess_inputs(s, tick);
    uint64_t began = read_clock(s);
    if (!fs__prediction_step(p))
        return false;
    fs__prediction_add_step_cost(p, read_clock(s) - began);
    p->stats.steps++;
    p->stats.repeated_steps += tick < known_tick;
    return true;
}

/* Whether another tick is to be predicted. Asked again after every step, because the step may have been a slow one. */
static bool is_below_limit(const fs_session *s)
{
    uint32_t next = s->prediction.next_tick;
    return next < s->next_sample && next - s->stream.next_tick < fs__prediction_limit(&s->prediction);
}

/* Steps as far as inputs and time reach, and shows what is new, or newly right. */
static void advance(fs_session *s)
{
    fs__prediction *p = &s->prediction;
    uint32_t known_tick = p->next_tick;
    bool wrong = begin_advance(s);
    do {
        if (wrong && p->next_tick == s->shown_tick)
            show(s, p->sim, FS_SHOW_CORRECTED);
    } while (is_below_limit(s) && step_predicted(s, known_tick));
    if (p->next_tick > s->shown_tick)
        show(s, p->sim, FS_SHOW_PREDICTED);
}

void fs__session_predict(fs_session *s)
{
    fs__prediction *p = &s->prediction;
    if (p->sim == NULL || s->phase != FS_SESSION_PLAYING || s->ended || s->awaiting_snapshot ||
        s->next_sample == s->predicted_sample || fs__session_playout_us(s) <= s->now_us)
        return;
    s->predicted_sample = s->next_sample;
    p->stats.limit_ticks = fs__prediction_limit(p);
    if (p->stats.limit_ticks == 0 || s->next_sample <= s->stream.next_tick)
        return;
    uint64_t began = read_clock(s);
    advance(s);
    uint64_t us = read_clock(s) - began;
    p->stats.total_us += us;
    p->stats.longest_us = us > p->stats.longest_us ? (uint32_t)us : p->stats.longest_us;
}

/* --- what is shown --------------------------------------------------------------------------- */

void fs__session_step_confirmed(fs_session *s, const fs_inputs *inputs)
{
    uint64_t began = read_clock(s);
    fs_sim_step(s->sim, inputs);
    fs__prediction_add_step_cost(&s->prediction, read_clock(s) - began);
}

void fs__session_show_confirmed(fs_session *s)
{
    if (s->stream.next_tick > s->shown_tick)
        show(s, s->sim, FS_SHOW_CONFIRMED);
}

void fs__session_stop_prediction(fs_session *s)
{
    fs__prediction_reset(&s->prediction);
    bool ahead = s->sim != NULL && s->shown_tick > s->stream.next_tick;
    s->shown_tick = 0;
    if (ahead)
        show(s, s->sim, FS_SHOW_CONFIRMED);
}

fs_sim *fs_session_shown_sim(fs_session *s)
{
    bool ahead = s->prediction.running && s->prediction.next_tick > s->stream.next_tick;
    return ahead ? s->prediction.sim : s->sim;
}
