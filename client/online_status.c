/* online_status.c: see online_status.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online_status.h"

#include <inttypes.h>
#include <stdio.h>

#include "game_keys.h"
#include "scores.h"

static bool is_silent(const online_figures *f)
{
    return f->away || (f->stats->phase == FS_SESSION_PLAYING && f->silence_us >= SILENCE_US);
}

/* Whether the match stands still for a reason that the server has told. */
static bool is_held(const online_figures *f)
{
    return f->reason[0] != '\0' && f->still_us >= TOLD_US;
}

static void write_seconds(char text[96], const char *what, uint64_t us)
{
    snprintf(text, 96, "%s %" PRIu64 ".%" PRIu64 " s", what, us / 1000000, us / 100000 % 10);
}

/* How the match goes: in sync, in desync, without an answer, or not at all: paused, or waiting for a player. */
static void write_sync(const online_figures *f, char sync[96])
{
    if (f->silence_us >= SILENCE_US)
        write_seconds(sync, "no answer for", f->silence_us);
    else if (is_held(f))
        snprintf(sync, 96, "%s", f->reason);
    else if (f->still_us >= STILL_US)
        write_seconds(sync, "standing still for", f->still_us);
    else if (f->stats->desyncs > 0)
        snprintf(sync, 96, "DESYNC (%" PRIu32 ")", f->stats->desyncs);
    else
        snprintf(sync, 96, "in sync");
}

/* What the program waits for before it plays. */
static void write_wait(const online_figures *f, char wait[96])
{
    if (f->away)
        snprintf(wait, 96, "connection lost, connecting again for %" PRIu64 " s", (f->left_us + 999999) / 1000000);
    else if (f->stats->phase == FS_SESSION_ENDED)
        snprintf(wait, 96, "%s",
                 f->stats->end_cause == FS_END_LOST ? "the relay has lost its server"
                 : f->stats->next == FS_NEXT_NONE   ? "the match is over"
                                                    : "the next round follows");
    else if (f->stats->phase == FS_SESSION_WAITING && f->reason[0] != '\0')
        snprintf(wait, 96, "%s", f->reason);
    else if (f->stats->phase == FS_SESSION_WAITING)
        snprintf(wait, 96, "%s", f->later_round ? "the next round has not begun yet" : "waiting for players");
    else
        snprintf(wait, 96, "joining");
}

/* "1 player" or "2 players". */
static void write_count(uint32_t players, char text[24])
{
    snprintf(text, 24, "%" PRIu32 " player%s", players, players == 1 ? "" : "s");
}

static void write_status(const online_figures *f, match_info *info)
{
    const fs_session_stats *stats = f->stats;
    char text[96], players[24];
    snprintf(info->hint, sizeof info->hint, "? keys  %s quits", info->keeps_q ? "Ctrl-C" : "q");
    if (stats->phase != FS_SESSION_PLAYING) {
        write_wait(f, text);
        snprintf(info->status, sizeof info->status, "%s", text);
        return;
    }
    write_sync(f, text);
    write_count(stats->players, players);
    if (stats->spectating) {
        snprintf(info->status, sizeof info->status, "%s  watching%s  tick %" PRIu32 "  %s  %" PRIu32 " s late", text,
                 stats->relayed ? " through a relay" : "", stats->tick, players, stats->spectate_delay_s);
        return;
    }
    char ahead[24] = "";
    if (stats->prediction.steps > 0)
        snprintf(ahead, sizeof ahead, "  predicted %" PRIu32, stats->prediction.tick - stats->tick);
    snprintf(info->status, sizeof info->status, "%s  tick %" PRIu32 "  %s  delay %" PRIu32 "%s  rtt %" PRIu32 " ms",
             text, stats->tick, players, stats->delay_ticks, ahead, (stats->rtt_us + 500) / 1000);
}

static void write_notice(const online_figures *f, match_info *info)
{
    bool plays = f->stats->phase == FS_SESSION_PLAYING && !f->away;
    if (!plays && info->result[0] == '\0')
        write_wait(f, info->notice);
    else if (plays && info->silent)
        snprintf(info->notice, sizeof info->notice, "no answer from the server");
    else if (plays && is_held(f))
        snprintf(info->notice, sizeof info->notice, "%s", f->reason);
    else if (plays && f->still_us >= STILL_US)
        snprintf(info->notice, sizeof info->notice, "%s",
                 f->stats->players > 0 ? "the match stands still" : "the match stands still until somebody plays");
}

/* How far ahead, how often wrong, and what a tick of it costs. */
static void write_prediction(const fs_session_stats *stats, match_info *info)
{
    const fs_prediction_stats *p = &stats->prediction;
    uint64_t us = stats->tick > 0 ? p->total_us / stats->tick : 0;
    if (p->steps == 0)
        return;
    uint32_t permille = p->confirmed > 0 ? (uint32_t)((uint64_t)p->mispredicted * 1000 / p->confirmed) : 0;
    snprintf(info->prediction, sizeof info->prediction,
             "predicted %" PRIu32 " of %" PRIu32 ", wrong %" PRIu32 ".%" PRIu32 " %%, repeated %" PRIu64 ", %" PRIu64
             ".%02" PRIu64 " ms a tick",
             p->tick - stats->tick, p->limit_ticks, permille / 10, permille % 10, p->repeated_steps, us / 1000,
             us / 10 % 100);
}

/* The texts about players. */
static void write_players(const online_figures *f, match_info *info)
{
    const fs_session_stats *stats = f->stats;
    const fs_sim *sim = fs_session_sim(f->session);
    bool over = stats->phase == FS_SESSION_ENDED && stats->next == FS_NEXT_NONE;
    info->can_chat = (stats->phase == FS_SESSION_PLAYING || f->away) && !stats->spectating;
    if (sim == NULL)
        return;
    snprintf(info->game, sizeof info->game, "%s", fs_sim_game(sim)->title);
    snprintf(info->controls, sizeof info->controls, "%s",
             stats->spectating ? "you watch: the keys of the game move nothing" : fs_sim_game(sim)->controls);
    info->watches = stats->spectating;
    info->keeps_q = !stats->spectating && game_takes_character(fs_sim_game(sim), 'q');
    info->drags = !stats->spectating && game_takes_drags(fs_sim_game(sim), fs_sim_config(sim));
    scores_line(info->scores, sizeof info->scores, sim, fs_session_stream(f->session));
    if (over)
        scores_winner(info->result, sizeof info->result, sim, fs_session_stream(f->session),
                      stats->end_cause == FS_END_FINISHED);
    if (over && info->result[0] == '\0')
        snprintf(info->result, sizeof info->result, "the match is over");
}

void online_status(match_info *info, const online_figures *f)
{
    const fs_session_stats *stats = f->stats;
    const fs_sim *sim = fs_session_sim(f->session);
    info->hz = sim != NULL ? fs_sim_config(sim)->hz : 0;
    info->tick = stats->tick;
    info->players = stats->players;
    info->delay_ticks = stats->delay_ticks;
    info->rtt_us = stats->rtt_us;
    info->agreed_tick = stats->agreed_tick;
    info->verified_tick = stats->verified_tick;
    info->desyncs = stats->desyncs;
    info->substituted = stats->substituted;
    info->repairs = stats->repairs;
    info->loss_permille = stats->loss_down_permille;
    if (info->hz > 0 && stats->newest_tick > stats->tick)
        info->slack_us = (uint32_t)((uint64_t)(stats->newest_tick - stats->tick) * 1000000 / info->hz);
    info->waits = stats->phase != FS_SESSION_PLAYING && stats->phase != FS_SESSION_ENDED;
    info->silent = is_silent(f);
    write_prediction(stats, info);
    write_players(f, info);
    write_status(f, info);
    write_notice(f, info);
}
