/* settings_match.c: the match, its rounds and the policy that the settings ask for. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/setup.h"
#include "settings.h"

/* Names the place of a refused value of a list, whose key, or which itself, the sentence names. Returns false. */
static bool refuse_item(const settings *s, const app_list *list, char why[APP_ERROR_BYTES])
{
    for (size_t i = 0; i < list->count; i++) {
        char named[48];
        snprintf(named, sizeof named, "%.*s", (int)strcspn(list->items[i], "="), list->items[i]);
        if (strstr(why, named) != NULL)
            return settings_refuse(s, list->items[i], why);
    }
    return false;
}

static bool check_folder(const char *path, char why[APP_ERROR_BYTES])
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
        errno = ENOTDIR;
    else if (access(path, W_OK | X_OK) == 0)
        return true;
    snprintf(why, APP_ERROR_BYTES, "--desync-dir %.150s: %s", path, strerror(errno));
    return false;
}

/* The options of the first match and those that every round begins with. */
static app_match_options match_options(const settings *s, const app_arguments *arguments)
{
    return (app_match_options){ .players = s->players,
                                .hz = s->tick_rate,
                                .seed = s->seed,
                                .has_seed = app_option_given(&server_program, arguments, "seed"),
                                .sets = &s->sets };
}

static round_limits match_limits(const settings *s)
{
    return (round_limits){ (uint32_t)s->ticks, (int64_t)s->points };
}

/* Game, configuration and limits of --game, or of the first round of a rotation. */
static bool choose_game(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    app_match_options options = match_options(s, arguments);
    round_limits limits = match_limits(s);
    if (s->rounds.count == 0) {
        const fs_game *game = app_game_find(s->game, why);
        if (game == NULL)
            return settings_refuse(s, s->game, why);
        def->match = fs_default_match_def(game);
        def->limits = limits;
        return app_config_make(game, &options, &def->match.config, why) || refuse_item(s, &s->sets, why);
    }
    if (app_option_given(&server_program, arguments, "game") || s->sets.count > 0) {
        snprintf(why, APP_ERROR_BYTES, "--game and --set contradict --round, which names games with their options");
        return false;
    }
    if (!rotation_parse(&def->rotation, &s->rounds, &options, &limits, why))
        return refuse_item(s, &s->rounds, why);
    const round_def *first = &def->rotation.rounds[0];
    def->match = fs_default_match_def(first->game);
    def->match.config = first->config;
    def->limits = first->limits;
    return true;
}

static bool check_bot(const settings *s, const host_def *def, char why[APP_ERROR_BYTES])
{
    if (s->bot == NULL)
        return true;
    if (def->rotation.count == 0)
        return app_bot_find(def->match.game, s->bot, why) != NULL || settings_refuse(s, s->bot, why);
    for (uint32_t i = 0; i < def->rotation.count; i++)
        if (fs_game_bot(def->rotation.rounds[i].game, s->bot) != NULL)
            return true;
    snprintf(why, APP_ERROR_BYTES, "--bot: no game of the rotation has a bot '%.24s'", s->bot);
    return settings_refuse(s, s->bot, why);
}

/* A relay takes game and rounds from the other server. */
static bool set_relay(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    const char *alone = s->relay_keep ? "--relay-keep" : s->relay_wait > 0 ? "--relay-wait" : NULL;
    if (s->relay == NULL && alone != NULL)
        snprintf(why, APP_ERROR_BYTES, "%s needs --relay", alone);
    else if (s->relay != NULL && s->rounds.count > 0)
        snprintf(why, APP_ERROR_BYTES, "--relay and --round contradict each other");
    else if (s->relay != NULL && app_option_given(&server_program, &s->typed, "game") &&
             app_game_builtin(s->game) != NULL)
        snprintf(why, APP_ERROR_BYTES,
                 "--game %.24s contradicts --relay: a relay takes the game of the other server; a game that is not "
                 "built in is "
                 "loaded with --game ./FILE.so",
                 s->game);
    else {
        def->relay = s->relay;
        def->relay_game = app_option_given(&server_program, arguments, "game") ? def->match.game : NULL;
        def->relay_keep = s->relay_keep;
        def->relay_wait_s = (uint32_t)s->relay_wait;
        def->round_pause_s = s->relay != NULL ? 0 : def->round_pause_s;
        return true;
    }
    return false;
}

/* Only a simulation knows scores and the end that a game's rules make: without one every round needs a limit of ticks. */
static bool check_rounds(const settings *s, const host_def *def, char why[APP_ERROR_BYTES])
{
    for (uint32_t i = 0; s->referee != FS_REFEREE_LIVE && i < def->rotation.count; i++) {
        const round_limits *limits = &def->rotation.rounds[i].limits;
        const char *wrong = limits->points > 0 ? "sets points" : limits->ticks == 0 ? "sets no ticks" : NULL;
        if (wrong == NULL)
            continue;
        snprintf(
            why, APP_ERROR_BYTES,
            "round '%.60s' %s: with --referee %s the server knows no scores, and neither points nor the rules of a "
            "game end a round",
            s->rounds.items[i], wrong, fs_referee_text((fs_referee)s->referee));
        return settings_refuse(s, s->rounds.items[i], why);
    }
    return true;
}

host_policy settings_policy(const settings *s)
{
    return (host_policy){ .name = s->server_name,
                          .motd = s->motd,
                          .hidden = s->hidden,
                          .require_key = s->require_key,
                          .tickets = s->tickets,
                          .bot = s->bot,
                          .bots = (uint32_t)s->bots,
                          .idle_limit_s = (uint32_t)s->idle_limit,
                          .max_per_address = (uint32_t)s->max_per_address,
                          .vote_share = (uint32_t)s->vote_share,
                          .drain_timeout_s = (uint32_t)s->drain_timeout };
}

bool settings_match(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    bool given_empty = app_option_given(&server_program, arguments, "when-empty");
    *def = (host_def){ .bind = s->bind,
                       .port = (uint16_t)s->port,
                       .identity = s->identity,
                       .insecure = s->insecure,
                       .record = s->record,
                       .desync_dir = s->desync_dir,
                       .max_rounds = (uint32_t)s->max_rounds,
                       .round_pause_s = (uint32_t)s->round_pause,
                       .when_empty = given_empty || s->rounds.count == 0 ? (host_empty)s->when_empty
                                                                         : HOST_EMPTY_PAUSE };
    if (!choose_game(s, arguments, def, why) || !check_bot(s, def, why) || !set_relay(s, arguments, def, why))
        return false;
    if (s->wait_players > def->match.config.players) {
        snprintf(why, APP_ERROR_BYTES, "--wait-players %" PRIu64 ": the match has only %" PRIu32 " slots (--players)",
                 s->wait_players, def->match.config.players);
        return false;
    }
    if (app_option_given(&server_program, arguments, "desync-dir") && !check_folder(s->desync_dir, why))
        return settings_refuse(s, s->desync_dir, why);
    def->wait_players = def->match.wait_players = (uint32_t)s->wait_players;
    def->match.ticks = def->limits.ticks;
    def->match.delay_ticks = (uint32_t)s->delay;
    def->match.hold_s = (uint32_t)s->hold;
    def->match.spectate_delay_s = (uint32_t)s->spectate_delay;
    def->match.delay_mode = (fs_delay_mode)s->delay_mode;
    def->match.strict_ms = (uint32_t)s->strict;
    def->match.resync = !s->no_resync;
    def->match.password = s->password_file != NULL ? s->password : NULL;
    def->match.referee = (fs_referee)s->referee;
    def->match.max_spectators = s->referee == FS_REFEREE_LIVE ? (uint32_t)s->max_spectators : 0;
    return check_rounds(s, def, why);
}
