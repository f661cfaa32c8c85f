/* launcher.c: the lists, and what choosing from them starts. See launcher.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/launcher.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/games.h>
#include <fixstep/net.h>
#include <fixstep/utf8.h>

#include "app/log.h"
#include "app/signals.h"
#include "keys/text_entry.h"
#include "launcher/child.h"
#include "launcher/hosting.h"
#include "launcher/preferences.h"
#include "launcher/preview.h"
#include "launcher/recording_files.h"

enum { POLL_US = 8000, PAGE_ROWS = 10 /* that a page key moves over */ };

typedef enum launcher_page {
    PAGE_MAIN,
    PAGE_PLAY,
    PAGE_HOST,
    PAGE_JOIN,
    PAGE_WATCH,
    PAGE_NAME,
    PAGE_KEYS
} launcher_page;

typedef struct launcher {
    window *window;
    preferences preferences;
    preview preview;
    launcher_page page;
    menu_info menu;
    char entry[PREFERENCES_ADDRESS_BYTES]; /* of the row that takes characters */
    recording_files recordings;
    size_t described;                                 /* the recording that menu.more tells of; SIZE_MAX: none */
    char hosts[MENU_ROWS][PREFERENCES_ADDRESS_BYTES]; /* of the rows with addresses */
    fs_finder *finder;                                /* of servers on the local networks; NULL: nobody asks */
    bool asks_key;                                    /* the next key struck is meant for the selected row */
    bool leave, failed;
} launcher;

/* --- lists ------------------------------------------------------------------------------------ */

static void add_row(menu_info *m, const char *text)
{
    if (m->count < MENU_ROWS)
        snprintf(m->rows[m->count++], MENU_TEXT, "%s", text);
}

static void list_main(launcher *l)
{
    char name[MENU_TEXT];
    snprintf(name, sizeof name, "name: %s", l->preferences.name[0] != '\0' ? l->preferences.name : "(the server's)");
    add_row(&l->menu, "play alone");
    add_row(&l->menu, "host a match");
    add_row(&l->menu, "join a match");
    add_row(&l->menu, "watch a recording");
    add_row(&l->menu, name);
    add_row(&l->menu, "keys");
    add_row(&l->menu, "leave");
}

static void list_games(launcher *l)
{
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++) {
        add_row(&l->menu, list->games[i]->name);
        if (strcmp(list->games[i]->name, l->preferences.game) == 0)
            l->menu.selected = l->menu.count - 1;
    }
}

static void add_host(launcher *l, const char *host, const char *text)
{
    if (l->menu.count == MENU_ROWS)
        return;
    snprintf(l->hosts[l->menu.count], sizeof l->hosts[0], "%s", host);
    add_row(&l->menu, text);
}

/* The first row takes an address, then come those joined before. Servers that answer are added as they come. */
static void list_addresses(launcher *l)
{
    char why[APP_ERROR_BYTES];
    add_host(l, l->entry, l->entry);
    for (unsigned i = 0; i < PREFERENCES_ADDRESSES && l->preferences.addresses[i][0] != '\0'; i++)
        add_host(l, l->preferences.addresses[i], l->preferences.addresses[i]);
    if (fs_finder_create(&l->finder, why, sizeof why) == FS_OK)
        fs_finder_ask_lan(l->finder, FS_DEFAULT_PORT, HOSTING_PORTS);
    else
        snprintf(l->menu.note, sizeof l->menu.note, "%.250s", why);
}

/* Adds the servers of the local networks that have answered by now. */
static void collect_servers(launcher *l, uint64_t now_us)
{
    fs_found_server found;
    while (l->finder != NULL && fs_finder_next(l->finder, now_us, &found)) {
        char text[MENU_TEXT];
        snprintf(text, sizeof text, "%.22s  %.20s %.24s %u/%u", found.address, found.info.name, found.info.game,
                 found.info.players, found.info.slots);
        fs_utf8_clean(text);
        add_host(l, found.address, text);
    }
}

static void stop_asking(launcher *l)
{
    fs_finder_destroy(l->finder);
    l->finder = NULL;
}

/* The keys of the game's six actions, and a row that brings the usual ones back. */
static void list_keys(launcher *l)
{
    static const char *const actions[KEY_ACTIONS] = KEY_ACTION_NAMES;
    for (unsigned i = 0; i < KEY_ACTIONS; i++) {
        char keys[KEY_ROW_BYTES], text[MENU_TEXT];
        window_describe_keys(&l->preferences.keys, i, keys, sizeof keys);
        snprintf(text, sizeof text, "%s: %.80s", actions[i], keys);
        add_row(&l->menu, text);
    }
    add_row(&l->menu, "the usual keys");
}

/* The recordings in the present folder, as many from number `first` on as there are rows. */
static void list_recordings(launcher *l, size_t first)
{
    const recording_files *list = &l->recordings;
    l->menu.count = 0;
    l->menu.first = (unsigned)first;
    l->menu.total = (unsigned)list->count;
    for (size_t i = first; i < list->count && l->menu.count < MENU_ROWS; i++) {
        char text[MENU_TEXT];
        recording_files_write_row(&list->files[i], text, sizeof text);
        add_row(&l->menu, text);
    }
}

static void find_recordings(launcher *l)
{
    recording_files_free(&l->recordings);
    recording_files_add(&l->recordings, ".");
    l->described = SIZE_MAX;
    list_recordings(l, 0);
    if (l->recordings.count == 0)
        snprintf(l->menu.more, sizeof l->menu.more,
                 "there is no recording (.fsr) in this folder; fixstep-client --record FILE makes one");
}

static void open_page(launcher *l, launcher_page page)
{
    static const char *const titles[] = { "Fixstep",           "play alone", "host a match", "join a match",
                                          "watch a recording", "your name",  "keys" };
    char note[sizeof l->menu.note];
    stop_asking(l);
    l->asks_key = false;
    memcpy(note, l->menu.note, sizeof note);
    l->page = page;
    l->menu =
        (menu_info){ .shown = true, .editing = page == PAGE_NAME || page == PAGE_JOIN, .serial = l->menu.serial + 1 };
    memcpy(l->menu.note, note, sizeof note);
    snprintf(l->menu.title, sizeof l->menu.title, "%s", titles[page]);
    switch (page) {
    case PAGE_MAIN: list_main(l); break;
    case PAGE_PLAY:
    case PAGE_HOST: list_games(l); break;
    case PAGE_JOIN: list_addresses(l); break;
    case PAGE_WATCH: find_recordings(l); break;
    case PAGE_NAME: add_row(&l->menu, l->entry); break;
    case PAGE_KEYS: list_keys(l); break;
    }
}

/* --- starting -------------------------------------------------------------------------------- */

static void tell(launcher *l, const char *sentence)
{
    snprintf(l->menu.note, sizeof l->menu.note, "%.250s", sentence);
}

static bool open_window(launcher *l, char why[APP_ERROR_BYTES])
{
    window_options options = { .title = "fixstep launcher",
                               .mode = WINDOW_MENU,
                               .full_screen = l->preferences.full_screen };
    l->window = window_open(&options, why, APP_ERROR_BYTES);
    return l->window != NULL;
}

/* Closes the window of the lists, and keeps whether it filled the screen. */
static bool close_window(launcher *l, char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    if (l->window == NULL)
        return true;
    bool fills = window_fills_screen(l->window);
    if (fills != l->preferences.full_screen && !preferences_keep_full_screen(fills, reason))
        tell(l, reason);
    l->preferences.full_screen = fills;
    bool good = window_close(l->window, why, APP_ERROR_BYTES);
    l->window = NULL;
    return good;
}

/* A match keeps whether its window filled the screen. */
static void read_full_screen(launcher *l)
{
    char why[APP_ERROR_BYTES];
    preferences kept;
    preferences_load(&kept, why);
    l->preferences.full_screen = kept.full_screen;
}

/* The match has a window of its own; that of the lists comes back after it. Whether a match on a server was joined. */
static bool play(launcher *l, const char *const arguments[])
{
    bool joined;
    char why[APP_ERROR_BYTES] = "", failure[APP_ERROR_BYTES];
    stop_asking(l);
    close_window(l, failure);
    preview_close(&l->preview);
    tell(l, child_play(arguments, &joined, why) ? "" : why);
    read_full_screen(l);
    if (app_signals_stop_requested())
        l->leave = true;
    else if (!open_window(l, failure)) {
        app_log(APP_ERROR, "failed", NULL, "%s", failure);
        l->leave = l->failed = true;
    }
    return joined;
}

static void save_preferences(launcher *l)
{
    char why[APP_ERROR_BYTES];
    if (!preferences_save(&l->preferences, why))
        tell(l, why);
}

static void play_game(launcher *l, const fs_game *game)
{
    snprintf(l->preferences.game, sizeof l->preferences.game, "%s", game->name);
    const char *arguments[] = { "--local", game->name, "--view", "window", NULL, NULL, NULL };
    /* Nobody else is there whom it could disturb. */
    for (uint32_t i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].key, "drag") == 0) {
            arguments[4] = "--set";
            arguments[5] = "drag=1";
        }
    play(l, arguments);
    save_preferences(l);
}

/* The address of a match of one's own is not kept: the next one may have another port. */
static void join(launcher *l, const char *address, bool keeps)
{
    char where[PREFERENCES_ADDRESS_BYTES];
    const char *name = l->preferences.name;
    snprintf(where, sizeof where, "%s", address);
    bool joined = name[0] != '\0'
                      ? play(l, (const char *const[]){ "--view", "window", "--name", name, "--", where, NULL })
                      : play(l, (const char *const[]){ "--view", "window", "--", where, NULL });
    if (joined && keeps)
        preferences_add_address(&l->preferences, where);
    save_preferences(l);
}

static void host_game(launcher *l, const fs_game *game)
{
    child server;
    char why[APP_ERROR_BYTES], address[PREFERENCES_ADDRESS_BYTES];
    snprintf(l->preferences.game, sizeof l->preferences.game, "%s", game->name);
    if (!hosting_start(&server, game->name, address, why)) {
        tell(l, why);
        return;
    }
    join(l, address, false);
    child_stop(&server);
}

static void watch(launcher *l, unsigned row)
{
    size_t number = l->menu.first + row;
    if (row < l->menu.count && number < l->recordings.count)
        play(l, (const char *const[]){ "--view", "window", "--replay", l->recordings.files[number].path, NULL });
}

/* --- choosing ----------------------------------------------------------------------------------- */

static void choose_main(launcher *l, unsigned row)
{
    static const launcher_page pages[] = { PAGE_PLAY, PAGE_HOST, PAGE_JOIN, PAGE_WATCH, PAGE_NAME, PAGE_KEYS };
    tell(l, "");
    if (row >= sizeof pages / sizeof pages[0]) {
        l->leave = true;
        return;
    }
    snprintf(l->entry, sizeof l->entry, "%s", pages[row] == PAGE_NAME ? l->preferences.name : "localhost");
    open_page(l, pages[row]);
}

static void choose_address(launcher *l, unsigned row)
{
    char address[PREFERENCES_ADDRESS_BYTES];
    snprintf(address, sizeof address, "%s", row == 0 ? l->entry : l->hosts[row]);
    if (address[0] != '\0')
        join(l, address, true);
}

static void choose_key(launcher *l, unsigned row)
{
    l->asks_key = row < KEY_ACTIONS;
    tell(l, l->asks_key ? "press the key; escape keeps the one of now" : "");
    if (l->asks_key)
        return;
    memset(&l->preferences.keys, 0, sizeof l->preferences.keys);
    save_preferences(l);
    open_page(l, PAGE_KEYS);
}

/* The key that was asked for; one that the window needs itself changes nothing. */
static void take_key(launcher *l, uint32_t code)
{
    unsigned row = l->menu.selected;
    l->asks_key = false;
    bool bound = window_bind_key(&l->preferences.keys, row, code);
    tell(l, bound ? "" : "that key stays what it is");
    if (bound)
        save_preferences(l);
    open_page(l, PAGE_KEYS);
    l->menu.selected = row;
}

/* False with a sentence about a name that no server would take. */
static bool keep_name(launcher *l)
{
    char why[APP_ERROR_BYTES];
    if (fs_name_check(l->entry, why, sizeof why) != FS_OK) {
        tell(l, why);
        return false;
    }
    tell(l, "");
    snprintf(l->preferences.name, sizeof l->preferences.name, "%.23s", l->entry);
    save_preferences(l);
    return true;
}

static void choose(launcher *l)
{
    unsigned row = l->menu.selected;
    launcher_page page = l->page;
    if (row >= l->menu.count)
        return;
    switch (page) {
    case PAGE_KEYS: choose_key(l, row); return;
    case PAGE_MAIN: choose_main(l, row); return;
    case PAGE_PLAY: play_game(l, fs_builtin_games()->games[row]); break;
    case PAGE_HOST: host_game(l, fs_builtin_games()->games[row]); break;
    case PAGE_JOIN: choose_address(l, row); break;
    case PAGE_WATCH: watch(l, row); break;
    case PAGE_NAME:
        if (!keep_name(l))
            return;
        page = PAGE_MAIN;
    }
    open_page(l, page);
}

/* Of what is typed or pasted, addresses and names take no blanks; NULL erases a character. */
static void edit(launcher *l, const char *text)
{
    char added[WINDOW_TEXT_BYTES] = "";
    size_t kept = 0;
    if (!l->menu.editing)
        return;
    l->menu.selected = 0;
    if (text == NULL)
        text_entry_erase(l->entry);
    else
        text_entry_add(added, sizeof added, text);
    for (size_t i = 0; added[i] != '\0'; i++)
        if (added[i] != ' ')
            added[kept++] = added[i];
    added[kept] = '\0';
    text_entry_add(l->entry, l->page == PAGE_NAME ? FS_MAX_NAME : sizeof l->entry, added);
    snprintf(l->menu.rows[0], MENU_TEXT, "%s", l->entry);
}

/* Selects a row of the whole list, of which only a part stands in the rows. */
static void select_row(launcher *l, size_t number)
{
    size_t first = number / MENU_ROWS * MENU_ROWS;
    if (l->page == PAGE_WATCH && first != l->menu.first)
        list_recordings(l, first);
    l->menu.selected = (unsigned)(number - l->menu.first);
}

static size_t count_rows(const launcher *l)
{
    return l->page == PAGE_WATCH ? l->recordings.count : l->menu.count;
}

/* By one row beyond an end of the list comes the other end; by a page the end itself. */
static void move(launcher *l, int by)
{
    long rows = (long)count_rows(l), at = (long)l->menu.first + (long)l->menu.selected, to = at + by;
    bool one = by == 1 || by == -1;
    if (rows == 0)
        return;
    if (to < 0)
        to = one ? rows - 1 : 0;
    else if (to >= rows)
        to = one ? 0 : rows - 1;
    select_row(l, (size_t)to);
}

/* Whether a request comes from a key of the keyboard. */
static bool is_stroke(const window_request *r)
{
    return r->command != WINDOW_POINT && r->command != WINDOW_PICK && r->command != WINDOW_TYPE && r->number != 0;
}

static void serve(launcher *l, const window_request *r)
{
    bool points = r->command == WINDOW_POINT || r->command == WINDOW_PICK;
    if (l->asks_key && is_stroke(r)) {
        take_key(l, r->number);
        return;
    }
    /* A row that was pointed at in the list before is none of this one. */
    if (points && (r->serial != l->menu.serial || r->number >= l->menu.count))
        return;
    switch (r->command) {
    case WINDOW_UP: move(l, -1); break;
    case WINDOW_DOWN: move(l, 1); break;
    case WINDOW_FAR_BACK: move(l, -PAGE_ROWS); break;
    case WINDOW_FAR_AHEAD: move(l, PAGE_ROWS); break;
    case WINDOW_TO_START: move(l, -RECORDING_FILES_MAX); break;
    case WINDOW_TO_END: move(l, RECORDING_FILES_MAX); break;
    case WINDOW_POINT: l->menu.selected = r->number; break;
    case WINDOW_PICK:
        l->menu.selected = r->number;
        choose(l);
        break;
    case WINDOW_CHOOSE: choose(l); break;
    case WINDOW_CANCEL:
        l->leave = l->page == PAGE_MAIN;
        open_page(l, PAGE_MAIN);
        break;
    case WINDOW_ERASE: edit(l, NULL); break;
    case WINDOW_TYPE: edit(l, r->text); break;
    default: break;
    }
}

/* --- running --------------------------------------------------------------------------------------- */

/* The game behind the list: the chosen one, else the one of last time. */
static const fs_game *shown_game(const launcher *l)
{
    const fs_game_list *list = fs_builtin_games();
    const fs_game *last = fs_game_list_find(list, l->preferences.game);
    bool choosing = l->page == PAGE_PLAY || l->page == PAGE_HOST;
    if (choosing && l->menu.selected < list->count)
        return list->games[l->menu.selected];
    return last != NULL ? last : list->games[0];
}

/* A file is read once for as long as it is the selected one. */
static void describe_recording(launcher *l)
{
    size_t number = l->menu.first + l->menu.selected;
    if (number >= l->recordings.count || number == l->described)
        return;
    l->described = number;
    recording_files_describe(&l->recordings.files[number], l->menu.more, sizeof l->menu.more);
}

static void describe_row(launcher *l)
{
    const fs_game *game = shown_game(l);
    if (l->page == PAGE_PLAY || l->page == PAGE_HOST)
        snprintf(l->menu.more, sizeof l->menu.more, "%.90s. %.150s", game->title, game->controls);
    else if (l->page == PAGE_KEYS)
        snprintf(l->menu.more, sizeof l->menu.more, "%.90s. %.150s", game->title, game->controls);
    else if (l->page == PAGE_WATCH)
        describe_recording(l);
    else if (l->page == PAGE_MAIN || l->page == PAGE_JOIN)
        snprintf(l->menu.more, sizeof l->menu.more, "%s",
                 l->page == PAGE_MAIN ? "arrows and return, or the mouse; escape goes back"
                                      : "type HOST or HOST:PORT, or choose one joined before or one that "
                                        "answers on this network");
}

static void run(launcher *l)
{
    const struct timespec pause = { 0, POLL_US * 1000L };
    fs_keys keys;
    while (!l->leave && !app_signals_stop_requested()) {
        window_request request;
        uint64_t now = fs_net_clock_us();
        bool stays = window_keys(l->window, &keys, now);
        if (window_take_request(l->window, &request)) {
            serve(l, &request);
            continue;
        }
        if (!stays)
            return;
        collect_servers(l, now);
        describe_row(l);
        preview_show(&l->preview, shown_game(l), now);
        preview_run(&l->preview, l->window, now);
        match_info info = { .menu = l->menu };
        window_set_info(l->window, &info);
        nanosleep(&pause, NULL);
    }
}

int launcher_run(void)
{
    launcher *l = calloc(1, sizeof *l);
    char why[APP_ERROR_BYTES] = "out of memory";
    if (l != NULL && !preferences_load(&l->preferences, why))
        tell(l, why);
    if (l == NULL || !open_window(l, why)) {
        app_log(APP_ERROR, "failed", NULL, "%s", why);
        free(l);
        return 1;
    }
    open_page(l, PAGE_MAIN);
    run(l);
    stop_asking(l);
    recording_files_free(&l->recordings);
    preview_close(&l->preview);
    bool good = close_window(l, why);
    if (!good)
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    good = good && !l->failed; /* the window did not come back after a match, which was told */
    free(l);
    return good ? 0 : 1;
}
