/* ticket_command.c: see ticket_command.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "ticket_command.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <fixstep/lockstep.h>
#include <fixstep/utf8.h>

#include "app/files/identity_file.h"
#include "app/setup.h"
#include "app/text.h"

typedef struct ticket_settings {
    const char *operator, * player, *player_key, *server_key, *match;
    uint64_t hours;
} ticket_settings;

#define AT(member) offsetof(ticket_settings, member)

static const app_option ticket_options[] = {
    { .name = "operator",
      .kind = APP_TEXT,
      .offset = AT(operator),
      .value = "FILE",
      .help = "secret key that signs, made when the file does not\nexist (default: ~/.local/state/fixstep/operator)" },
    { .name = "player",
      .kind = APP_TEXT,
      .offset = AT(player),
      .value = "NAME",
      .help = "for a player of this name (default: any)" },
    { .name = "player-key",
      .kind = APP_TEXT,
      .offset = AT(player_key),
      .value = "FINGERPRINT",
      .help = "for the player with this key (default: whoever has\nthe ticket)" },
    { .name = "server-key",
      .kind = APP_TEXT,
      .offset = AT(server_key),
      .value = "FINGERPRINT",
      .help = "for the server with this key (default: each that\ntrusts the operator)" },
    { .name = "match",
      .kind = APP_TEXT,
      .offset = AT(match),
      .value = "NAME",
      .help = "for a server of this --server-name (default: any)" },
    { .name = "hours",
      .kind = APP_NUMBER,
      .offset = AT(hours),
      .value = "N",
      .high = 87600,
      .help = "from now to the end of the ticket (default 24)" },
};

const app_program ticket_program = {
    .name = "fixstep-server ticket",
    .usage = "fixstep-server ticket [OPTION]...",
    .about = "Prints a ticket for fixstep-client --ticket, which servers admit that were\n"
             "started with --tickets and the fingerprint of the operator's key; that is told\n"
             "on standard error.\n"
             "Exit status: 0 done, 1 failed, 2 wrong usage.",
    .options = ticket_options,
    .count = sizeof ticket_options / sizeof ticket_options[0]
};

static bool read_fingerprint(const char *option, const char *text, bool *given, uint8_t id[FS_KEY_ID_BYTES],
                             char why[APP_ERROR_BYTES])
{
    *given = text != NULL;
    if (text == NULL || fs_identity_parse(text, id))
        return true;
    snprintf(why, APP_ERROR_BYTES, "--%s: '%.60s' is no fingerprint", option, text);
    return false;
}

/* What the options ask for, without number and end. */
static bool make_ticket(fs_ticket *ticket, const ticket_settings *s, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    *ticket = (fs_ticket){ .expires_s = 0 };
    if (!read_fingerprint("player-key", s->player_key, &ticket->for_player, ticket->player, why) ||
        !read_fingerprint("server-key", s->server_key, &ticket->for_server, ticket->server, why))
        return false;
    if (s->player != NULL && fs_name_check(s->player, sentence, sizeof sentence) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "--player: %.200s", sentence);
        return false;
    }
    if (s->match != NULL && strlen(s->match) >= sizeof ticket->match) {
        snprintf(why, APP_ERROR_BYTES, "--match: a name has at most %zu bytes", sizeof ticket->match - 1);
        return false;
    }
    snprintf(ticket->name, sizeof ticket->name, "%s", s->player != NULL ? s->player : "");
    snprintf(ticket->match, sizeof ticket->match, "%s", s->match != NULL ? s->match : "");
    fs_utf8_clean(ticket->match);
    return true;
}

static bool print_ticket(fs_ticket *ticket, const ticket_settings *s, char why[APP_ERROR_BYTES])
{
    uint8_t seed[FS_KEY_BYTES], key[FS_KEY_BYTES], bytes[FS_TICKET_BYTES];
    char path[APP_PATH_BYTES], fingerprint[FS_FINGERPRINT_BYTES], text[2 * FS_TICKET_BYTES + 1];
    bool named = s->operator!= NULL || app_user_path(path, "XDG_STATE_HOME", ".local/state", "operator");
    if (!named)
        snprintf(why, APP_ERROR_BYTES, "neither XDG_STATE_HOME nor HOME names a folder");
    if (!named || !fs_identity_draw(seed))
        return false;
    memcpy(ticket->id, seed, sizeof ticket->id);
    ticket->expires_s = (uint64_t)time(NULL) + s->hours * 3600;
    if (!app_identity_read(seed, s->operator!= NULL ? s->operator: path, why))
        return false;
    app_text_put_hex(text, bytes, fs_ticket_sign(ticket, seed, bytes));
    fs_identity_key(seed, key);
    fprintf(stderr, "%s: signed with the operator's key %s\n", ticket_program.name,
            fs_identity_fingerprint(key, fingerprint));
    if (s->hours == 0)
        fprintf(stderr, "%s: the ticket has expired already (--hours 0): servers refuse it\n", ticket_program.name);
    printf("%s\n", text);
    return true;
}

int ticket_command_run(int argc, char **argv)
{
    char why[APP_ERROR_BYTES] = "";
    app_arguments arguments;
    fs_ticket ticket;
    ticket_settings s = { .hours = 24 };
    app_parsed parsed = app_parse(&ticket_program, argc, argv, &s, &arguments, why);
    if (parsed == APP_HELP || parsed == APP_VERSION) {
        if (parsed == APP_HELP)
            app_print_help(&ticket_program, stdout);
        else
            app_print_version(ticket_program.name, stdout);
        return 0;
    }
    if (parsed == APP_RUN && arguments.positional_count > 0)
        snprintf(why, sizeof why, "unexpected argument '%.40s'", arguments.positional[0]);
    if (why[0] != '\0' || !make_ticket(&ticket, &s, why)) {
        app_print_error(ticket_program.name, "%s (see --help)", why);
        return 2;
    }
    if (print_ticket(&ticket, &s, why))
        return 0;
    app_print_error(ticket_program.name, "%s", why);
    return 1;
}
