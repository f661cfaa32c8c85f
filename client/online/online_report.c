/* online_report.c: see online_report.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/online_report.h"

#include <fixstep/utf8.h>
#include <stdio.h>

#include "app/desync.h"
#include "app/report.h"
#include "online/spectating.h"

static json_t *prediction_report(const fs_prediction_stats *p)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "ticks", (json_int_t)p->tick, "limit_ticks",
                     (json_int_t)p->limit_ticks, "confirmed", (json_int_t)p->confirmed, "mispredicted",
                     (json_int_t)p->mispredicted, "rollbacks", (json_int_t)p->rollbacks, "steps", (json_int_t)p->steps,
                     "repeated_steps", (json_int_t)p->repeated_steps, "total_us", (json_int_t)p->total_us);
}

/* What there is only in a match. */
static void add_match_figures(json_t *report, const fs_session_stats *s)
{
    bool plays = s->slot < FS_MAX_PLAYERS;
    json_object_set_new(report, "slot", plays ? json_integer(s->slot) : json_null());
    json_object_set_new(report, "agreed_ticks", s->spectating ? json_null() : json_integer(s->agreed_tick));
    if (s->tick > 0)
        app_json_state_hash(report, s->state_hash);
    else
        app_json_no_state_hash(report);
}

json_t *online_report(fs_session *session, const fs_session_stats *s, const fs_net_stats *wire, const latency *felt)
{
    json_t *report = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "ticks", (json_int_t)s->tick,
                               "delay_ticks", (json_int_t)s->delay_ticks, "rtt_us", (json_int_t)s->rtt_us, "jitter_us",
                               (json_int_t)s->jitter_us, "substituted", (json_int_t)s->substituted, "repairs",
                               (json_int_t)s->repairs, "bytes_up", (json_int_t)s->bytes_up, "bytes_down",
                               (json_int_t)s->bytes_down, "desync_count", (json_int_t)s->desyncs, "wire",
                               app_json_wire(wire));
    if (report == NULL)
        return NULL;
    fs_sim *sim = fs_session_sim(session);
    if (sim != NULL) {
        app_json_config(report, fs_sim_game(sim), fs_sim_config(sim));
        json_object_set_new(report, "state_bytes", json_integer((json_int_t)fs_state_block_size(fs_sim_state(sim))));
    }
    spectating_add(report, s);
    latency_report(felt, report);
    json_object_set_new(report, "delay_us", json_integer(s->delay_us));
    json_object_set_new(report, "loss_down_permille", json_integer(s->loss_down_permille));
    if (s->prediction.steps > 0)
        json_object_set_new(report, "prediction", prediction_report(&s->prediction));
    add_match_figures(report, s);
    return report;
}

json_t *online_desync_report(const fs_event *event, const fs_schema *schema, char **text)
{
    if (event->desync != NULL) {
        *text = app_desync_text(event->desync, schema);
        return app_desync_json(event->desync, schema);
    }
    char field[256];
    snprintf(field, sizeof field, "%s", event->text != NULL ? event->text : "");
    fs_utf8_clean(field);
    *text = app_desync_notice_text(event->tick, field);
    return json_pack("{s:I, s:s}", "tick", (json_int_t)event->tick, "text", field);
}
