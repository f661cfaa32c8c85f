/* server_list.c: see server_list.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "servers/server_list.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/net.h>

#include "app/log.h"
#include "app/setup.h"
#include "app/text.h"
#include "servers/favourites.h"

enum { WAIT_US = 1000000, LAN_PORTS = 8, MAX_ROWS = 256 + FAVOURITES_MAX };

/* A favourite, a server that has answered, or both. */
typedef struct row {
    char name[FS_SERVER_NAME_BYTES]; /* the favourite's, else the server's own */
    char host[FAVOURITE_HOST_BYTES];
    char numeric[FS_ADDRESS_BYTES];
    bool favourite, answered;
    fs_found_server found;
    char error[APP_ERROR_BYTES]; /* of a favourite whose name has no address */
} row;

typedef struct table {
    row rows[MAX_ROWS];
    size_t count;
    fs_finder *finder;
} table;

static void add_favourites(table *t, const favourites *f)
{
    for (size_t i = 0; i < f->count; i++) {
        row *r = &t->rows[t->count++];
        r->favourite = true;
        memcpy(r->name, f->list[i].name, sizeof r->name);
        memcpy(r->host, f->list[i].host, sizeof r->host);
        fs_finder_ask(t->finder, r->host, r->numeric, r->error, sizeof r->error);
    }
}

static row *row_of(table *t, const fs_found_server *found)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->rows[i].numeric, found->asked) == 0)
            return &t->rows[i];
    if (t->count == MAX_ROWS)
        return NULL;
    row *r = &t->rows[t->count++];
    snprintf(r->host, sizeof r->host, "%s", found->address);
    memcpy(r->numeric, found->asked, sizeof r->numeric);
    return r;
}

static void collect(table *t)
{
    fs_found_server found;
    uint64_t until = fs_net_clock_us() + WAIT_US;
    while (fs_finder_next(t->finder, until, &found)) {
        row *r = row_of(t, &found);
        if (r == NULL)
            continue;
        r->answered = true;
        r->found = found;
        if (r->name[0] == '\0')
            memcpy(r->name, found.info.name, sizeof r->name);
    }
}

static bool is_same_server(const row *a, const row *b)
{
    return a->answered && b->answered && a->found.info.id == b->found.info.id;
}

/* A server that answers at several addresses is shown once; favourites stay, and come first. */
static void remove_doubles(table *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++) {
        bool known = false;
        for (size_t k = 0; k < kept && !t->rows[i].favourite; k++)
            known |= is_same_server(&t->rows[k], &t->rows[i]);
        if (!known)
            t->rows[kept++] = t->rows[i];
    }
    t->count = kept;
}

/* Asks everybody and waits. The caller frees *out. */
static bool fill_table(table **out, const settings *s, char why[APP_ERROR_BYTES])
{
    favourites f;
    table *t = calloc(1, sizeof *t);
    *out = t;
    snprintf(why, APP_ERROR_BYTES, "out of memory");
    if (t == NULL || !favourites_read(&f, s->favourites, why) ||
        fs_finder_create(&t->finder, why, APP_ERROR_BYTES) != FS_OK)
        return false;
    add_favourites(t, &f);
    fs_finder_ask_lan(t->finder, s->list_port != 0 ? (uint16_t)s->list_port : FS_DEFAULT_PORT, LAN_PORTS);
    collect(t);
    remove_doubles(t);
    fs_finder_destroy(t->finder);
    return true;
}

/* --- printing ------------------------------------------------------------------------ */

enum { COLUMNS = 4, MOST_COLUMNS = 1000 /* of a text; longer ones are not there */ };

/* What stands in the columns before the last one. */
static void write_cells(const row *r, const char *cells[COLUMNS], char players[32])
{
    const fs_server_info *info = &r->found.info;
    players[0] = '\0';
    if (r->answered)
        snprintf(players, 32, "%u+%u/%u", info->players, info->bots, info->slots);
    cells[0] = r->host;
    cells[1] = r->name[0] != '\0' ? r->name : "-";
    cells[2] = r->answered ? info->game : "-";
    cells[3] = players;
}

static void widen(int widths[COLUMNS], const char *const cells[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) {
        int width = MOST_COLUMNS - app_text_padding(cells[i], MOST_COLUMNS);
        widths[i] = width > widths[i] ? width : widths[i];
    }
}

static void print_cells(const int widths[COLUMNS], const char *const cells[COLUMNS], const char *last)
{
    for (int i = 0; i < COLUMNS; i++)
        printf("%s%*s ", cells[i], app_text_padding(cells[i], widths[i]), "");
    printf("%s\n", last);
}

static void print_row(const row *r, const int widths[COLUMNS])
{
    const fs_server_info *info = &r->found.info;
    const char *cells[COLUMNS];
    char players[32], note[APP_ERROR_BYTES] = "", key[FS_FINGERPRINT_BYTES] = "";
    if (info->has_key)
        fs_identity_fingerprint(info->key, key);
    if (r->answered) {
        snprintf(note, sizeof note, "%" PRIu32 " ms%s%s%s%s", (r->found.rtt_us + 500) / 1000,
                 info->password ? ", password" : "", info->version != FS_PROTOCOL_VERSION ? ", other version" : "",
                 info->has_key ? ", key " : "", key);
    } else {
        snprintf(note, sizeof note, "%.200s", r->error[0] != '\0' ? r->error : "no answer");
    }
    write_cells(r, cells, players);
    print_cells(widths, cells, note);
}

static void print_table(const table *t)
{
    static const char *const titles[COLUMNS] = { "address", "name", "game", "players" };
    int widths[COLUMNS] = { 0 };
    widen(widths, titles);
    for (size_t i = 0; i < t->count; i++) {
        const char *cells[COLUMNS];
        char players[32];
        write_cells(&t->rows[i], cells, players);
        widen(widths, cells);
    }
    print_cells(widths, titles, "answer");
    for (size_t i = 0; i < t->count; i++)
        print_row(&t->rows[i], widths);
    if (t->count == 0)
        printf("no server answers on this network, and there are no favourites\n");
}

static json_t *row_json(const row *r)
{
    const fs_server_info *info = &r->found.info;
    json_t *value = json_pack("{s:s, s:s, s:b}", "address", r->host, "name", r->name, "answered", r->answered);
    if (value == NULL || !r->answered)
        return value;
    json_t *more = json_pack("{s:s, s:i, s:i, s:i, s:I, s:b, s:b, s:i}", "game", info->game, "players",
                             (int)info->players, "bots", (int)info->bots, "slots", (int)info->slots, "rtt_us",
                             (json_int_t)r->found.rtt_us, "password", info->password, "spectators", info->spectators,
                             "version", (int)info->version);
    char key[FS_FINGERPRINT_BYTES];
    json_object_update(value, more);
    json_decref(more);
    json_object_set_new(value, "key",
                        info->has_key ? json_string(fs_identity_fingerprint(info->key, key)) : json_null());
    return value;
}

static bool print_json(const table *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->count; i++)
        json_array_append_new(list, row_json(&t->rows[i]));
    bool good = json_dumpf(list, stdout, JSON_INDENT(2)) == 0;
    printf("\n");
    json_decref(list);
    return good;
}

int server_list_run(const settings *s)
{
    char why[APP_ERROR_BYTES];
    table *t;
    bool good = fill_table(&t, s, why);
    if (!good)
        app_log_refusal("fixstep-client", why, "");
    else if (s->log_format == 1)
        good = print_json(t);
    else
        print_table(t);
    free(t);
    return good ? 0 : 1;
}

/* --- by name --------------------------------------------------------------------------- */

bool server_list_find(const settings *s, const char *name, listed_server *server, char why[APP_ERROR_BYTES])
{
    table *t;
    size_t found = 0;
    bool good = fill_table(&t, s, why);
    for (size_t i = 0; good && i < t->count; i++)
        if (strcmp(t->rows[i].name, name) == 0) {
            const row *r = &t->rows[i];
            found++;
            memcpy(server->host, r->host, sizeof server->host);
            server->has_key = r->answered && r->found.info.has_key;
            memcpy(server->key, r->found.info.key, sizeof server->key);
        }
    free(t);
    if (good && found != 1)
        snprintf(why, APP_ERROR_BYTES,
                 found == 0 ? "no server by the name '%.80s' (--list shows those that answer)"
                            : "several servers have the name '%.80s': use an address of --list",
                 name);
    return good && found == 1;
}
