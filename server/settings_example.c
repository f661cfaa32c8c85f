/* settings_example.c: what --write-config shows of keys that have no default, so that every line may be uncommented. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/setup.h"
#include "settings.h"

/* Keys and texts that stand for any others. */
static const char *const examples[][2] = {
    { "bind", "::" },
    { "ticks", "36000" },
    { "points", "10" },
    { "rounds", "10" },
    { "server-name", "Our server" },
    { "motd", "Have fun" },
    { "relay", "192.0.2.7:27960" },
    { "identity", "identity" },
    { "password-file", "password.txt" },
    { "tickets", "4a19-f903-0000-0000-0000-0000-0000-a558" },
    { "ban-file", "bans.txt" },
    { "console", "/run/fixstep/console" },
    { "metrics", "127.0.0.1:9100" },
    { "log-file", "server.log" },
    { "record", "match.fsr" },
    { "report", "report.json" },
};

/* Stores a value unless the key is given; `text` is copied. */
static void show_value(settings *s, const app_arguments *arguments, const char *name, const char *text)
{
    char why[APP_ERROR_BYTES];
    const char *kept = app_text_list_add(&s->texts, text);
    size_t i = 0;
    while (strcmp(server_program.options[i].name, name) != 0)
        i++;
    bool stored = arguments->given[i] || kept == NULL || app_option_store(&server_program.options[i], kept, s, why);
    FS_ASSERT(stored);
    (void)stored;
}

settings settings_example(const settings *given, const app_arguments *arguments, const host_def *def)
{
    char text[APP_ERROR_BYTES];
    const fs_game *game = def->match.game;
    settings s = *given;
    s.texts = (app_text_list){ 0 };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        show_value(&s, arguments, examples[i][0], examples[i][1]);
    snprintf(text, sizeof text, "%" PRIu32, def->match.config.players);
    show_value(&s, arguments, "players", text);
    show_value(&s, arguments, "bot", app_bot_default(game)->name);
    snprintf(text, sizeof text, "%s", game->name);
    if (game->option_count > 0) {
        int used = snprintf(text, sizeof text, "%s %s=%" PRId64, game->name, game->options[0].key,
                            game->options[0].initial);
        if (used > 0 && (size_t)used < sizeof text)
            show_value(&s, arguments, "set", text + strlen(game->name) + 1);
    }
    show_value(&s, arguments, "round", text);
    return s;
}
