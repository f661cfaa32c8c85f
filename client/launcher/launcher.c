/* launcher.c: what choosing from the lists starts. See launcher.h. */
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
#include "launcher/child.h"
#include "launcher/hosting.h"
#include "launcher/note.h"
#include "launcher/pages.h"

enum { POLL_US = 8000, PAGE_ROWS = 10 /* that a page key moves over */ };

static const char usual_address[] = "localhost";

/* --- starting -------------------------------------------------------------------------------- */

static void tell(launcher *l, const char *sentence)
{
    l->menu.note[0] = '\0';
    note_add(l->menu.note, "", sentence);
}

/* What has gone wrong, behind what has been told. */
static void add_note(launcher *l, const char *subject, const char *sentence)
{
    note_add(l->menu.note, subject, sentence);
    app_log(APP_WARNING, "launcher", NULL, "%s%s", subject, sentence);
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

/* The arguments after those that record a match of that title, where the user wants that. */
static void add_recording(launcher *l, const char *title, const char *const arguments[], char path[APP_PATH_BYTES],
                          const char *out[CHILD_ARGUMENTS])
{
    char why[APP_ERROR_BYTES];
    size_t n = 0;
    if (title != NULL && l->preferences.records) {
        out[n++] = "--record";
        out[n++] = path;
        if (!recording_folder_name(path, title, why)) {
            add_note(l, "the match is not recorded: ", why);
            n = 0;
        }
    }
    do
        out[n++] = *arguments;
    while (*arguments++ != NULL && n < CHILD_ARGUMENTS);
}

/* The match has a window of its own; that of the lists comes back after it. `title` names its recording; NULL: no match. `password`
 * may be NULL. Whether a match on a server was joined. */
static bool play(launcher *l, const char *title, const char *const arguments[], const char *password)
{
    bool joined;
    const char *all[CHILD_ARGUMENTS];
    char why[APP_ERROR_BYTES] = "", failure[APP_ERROR_BYTES], path[APP_PATH_BYTES];
    pages_stop_asking(l);
    close_window(l, failure);
    preview_close(&l->preview);
    tell(l, "");
    add_recording(l, title, arguments, path, all);
    if (!child_play(all, password, &joined, why))
        add_note(l, "", why);
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
        add_note(l, "", why);
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
    play(l, game->name, arguments, NULL);
    save_preferences(l);
}

/* The address of a match of one's own is not kept: the next one may have another port. A password goes through a pipe, so that it
 * stands neither in a file nor on a command line. Whether a match was joined. */
static bool join(launcher *l, const char *title, const char *address, const char *password, bool keeps)
{
    char where[PREFERENCES_ADDRESS_BYTES];
    const char *arguments[CHILD_ARGUMENTS] = { "--view", "window" };
    size_t n = 2;
    snprintf(where, sizeof where, "%s", address);
    if (l->preferences.name[0] != '\0') {
        arguments[n++] = "--name";
        arguments[n++] = l->preferences.name;
    }
    if (password != NULL) {
        arguments[n++] = "--password-file";
        arguments[n++] = "/dev/stdin";
    }
    arguments[n++] = "--";
    arguments[n] = where;
    bool joined = play(l, title, arguments, password);
    if (joined && keeps)
        preferences_add_address(&l->preferences, where);
    save_preferences(l);
    return joined;
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
    join(l, game->name, address, NULL, false);
    /* The player may have left a match without an answer long before its window said that it is lost. */
    if (!app_signals_stop_requested() && child_failed(&server, "the server of this match", why))
        add_note(l, "", why);
    child_stop(&server);
}

static void watch(launcher *l, const recording_file *file)
{
    snprintf(l->watched, sizeof l->watched, "%s", file->path);
    play(l, NULL, (const char *const[]){ "--view", "window", "--replay", l->watched, NULL }, NULL);
}

/* --- choosing ----------------------------------------------------------------------------------- */

static void switch_recording(launcher *l)
{
    unsigned row = l->menu.selected;
    l->preferences.records = !l->preferences.records;
    save_preferences(l);
    pages_open(l, PAGE_MAIN);
    l->menu.selected = row;
}

static void choose_main(launcher *l, unsigned row)
{
    static const launcher_page pages[] = { PAGE_PLAY, PAGE_HOST, PAGE_JOIN, PAGE_WATCH, PAGE_NAME, PAGE_KEYS };
    tell(l, "");
    if (row == sizeof pages / sizeof pages[0]) {
        switch_recording(l);
        return;
    }
    if (row > sizeof pages / sizeof pages[0]) {
        l->leave = true;
        return;
    }
    l->recordings.folder[0] = '\0';
    if (pages[row] == PAGE_NAME)
        entry_open(&l->entry, ENTRY_NAME, l->preferences.name);
    else
        entry_open(&l->entry, ENTRY_ADDRESS, usual_address);
    pages_open(l, pages[row]);
}

/* The rows that write an entry without a keyboard. Whether it was one of them. */
static bool choose_way(launcher *l, unsigned row)
{
    if (row == ROW_PASTE)
        window_ask_paste(l->window);
    else if (row == ROW_LETTERS) {
        l->lettered = l->page;
        l->layer = 0;
        pages_open(l, PAGE_LETTERS);
    }
    return row == ROW_PASTE || row == ROW_LETTERS;
}

static void choose_letter(launcher *l, unsigned row)
{
    if (row == ROW_DONE) {
        pages_open(l, l->lettered);
        return;
    }
    if (row == ROW_ERASE)
        entry_erase(&l->entry);
    else if (row < LETTER_ROWS)
        l->layer = pages_layer_of(l, row);
    else
        entry_type(&l->entry, (const char[]){ entry_letters(l->layer)[row - LETTER_ROWS], '\0' });
    pages_open(l, PAGE_LETTERS);
    l->menu.selected = row;
}

/* For a server, or "" for the next one that is joined. */
static void ask_password(launcher *l, const char *address)
{
    memset(l->password, 0, sizeof l->password);
    snprintf(l->guarded, sizeof l->guarded, "%s", address);
    entry_open(&l->entry, ENTRY_PASSWORD, "");
    pages_open(l, PAGE_PASSWORD);
}

static void open_addresses(launcher *l)
{
    entry_open(&l->entry, ENTRY_ADDRESS, l->address);
    l->entry.selected &= strcmp(l->address, usual_address) == 0;
    pages_open(l, PAGE_JOIN);
}

/* With the password that was typed for this server, or for the next one. A server that refuses it, or asks for one that nobody has
 * typed, leads to its field. */
static void join_guarded(launcher *l, const char *address)
{
    char where[PREFERENCES_ADDRESS_BYTES];
    const char *refusal = fs_result_text(FS_E_PASSWORD);
    snprintf(where, sizeof where, "%s", address);
    if (l->password[0] != '\0' && l->guarded[0] == '\0')
        snprintf(l->guarded, sizeof l->guarded, "%s", where);
    bool known = l->password[0] != '\0' && strcmp(l->guarded, where) == 0;
    bool joined = join(l, "match", where, known ? l->password : NULL, true);
    if (!joined && strstr(l->menu.note, refusal) != NULL)
        ask_password(l, where);
    else
        open_addresses(l);
}

static void choose_address(launcher *l, unsigned row)
{
    char address[PREFERENCES_ADDRESS_BYTES];
    snprintf(l->address, sizeof l->address, "%.79s", l->entry.text);
    snprintf(address, sizeof address, "%s", row == ROW_ENTRY ? l->address : l->hosts[row]);
    bool known = l->password[0] != '\0' && (l->guarded[0] == '\0' || strcmp(l->guarded, address) == 0);
    if (row == ROW_PASSWORD)
        ask_password(l, "");
    else if (row != ROW_ENTRY && l->locked[row] && !known)
        ask_password(l, address);
    else if (address[0] != '\0')
        join_guarded(l, address);
}

/* Of a server that is known the password is tried at once. */
static void choose_password(launcher *l)
{
    char address[PREFERENCES_ADDRESS_BYTES];
    snprintf(address, sizeof address, "%s", l->guarded);
    snprintf(l->password, sizeof l->password, "%.254s", l->entry.text);
    entry_clear(&l->entry);
    tell(l, "");
    if (l->password[0] == '\0' || address[0] == '\0')
        open_addresses(l);
    else
        join_guarded(l, address);
}

/* Row 0 asks for a folder. */
static void choose_recording(launcher *l, unsigned row)
{
    const recording_file *file = recording_list_get(&l->recordings, l->menu.first + row);
    tell(l, "");
    if (file != NULL)
        watch(l, file);
    entry_open(&l->entry, ENTRY_FOLDER, l->recordings.folder[0] != '\0' ? l->recordings.folder : "~/");
    pages_open(l, file != NULL ? PAGE_WATCH : PAGE_FOLDER);
}

/* A folder that cannot be read is told, and another one can be typed. */
static void choose_folder(launcher *l, unsigned row)
{
    char path[PREFERENCES_FOLDER_BYTES], why[APP_ERROR_BYTES];
    if (!recording_folder_take(row == 0 ? l->entry.text : l->folders[row], path, why)) {
        tell(l, why);
        return;
    }
    tell(l, "");
    preferences_add_folder(&l->preferences, path);
    save_preferences(l);
    snprintf(l->recordings.folder, sizeof l->recordings.folder, "%s", path);
    pages_open(l, PAGE_WATCH);
}

static void choose_key(launcher *l, unsigned row)
{
    l->asks_key = row < KEY_ACTIONS;
    tell(l, l->asks_key ? "press the key; escape keeps the one of now" : "");
    if (l->asks_key)
        return;
    memset(&l->preferences.keys, 0, sizeof l->preferences.keys);
    save_preferences(l);
    pages_open(l, PAGE_KEYS);
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
    pages_open(l, PAGE_KEYS);
    l->menu.selected = row;
}

/* False with a sentence about a name that no server would take. */
static bool keep_name(launcher *l)
{
    char why[APP_ERROR_BYTES];
    if (fs_name_check(l->entry.text, why, sizeof why) != FS_OK) {
        tell(l, why);
        return false;
    }
    tell(l, "");
    snprintf(l->preferences.name, sizeof l->preferences.name, "%.23s", l->entry.text);
    save_preferences(l);
    return true;
}

static void choose(launcher *l)
{
    unsigned row = l->menu.selected;
    launcher_page page = l->page;
    if (row >= l->menu.count || (l->menu.editing && choose_way(l, row)))
        return;
    switch (page) {
    case PAGE_KEYS: choose_key(l, row); return;
    case PAGE_MAIN: choose_main(l, row); return;
    case PAGE_WATCH: choose_recording(l, row); return;
    case PAGE_FOLDER: choose_folder(l, row); return;
    case PAGE_LETTERS: choose_letter(l, row); return;
    case PAGE_PLAY: play_game(l, fs_builtin_games()->games[row]); break;
    case PAGE_HOST: host_game(l, fs_builtin_games()->games[row]); break;
    case PAGE_JOIN: choose_address(l, row); return;
    case PAGE_PASSWORD: choose_password(l); return;
    case PAGE_NAME:
        if (!keep_name(l))
            return;
        page = PAGE_MAIN;
    }
    pages_open(l, page);
}

/* A request that changes the row with characters. */
static void edit(launcher *l, const window_request *r)
{
    if (!l->menu.editing)
        return;
    l->menu.selected = ROW_ENTRY;
    switch (r->command) {
    case WINDOW_TYPE: entry_type(&l->entry, r->text); break;
    case WINDOW_ERASE: entry_erase(&l->entry); break;
    case WINDOW_CLEAR: entry_clear(&l->entry); break;
    case WINDOW_SELECT: l->entry.selected = l->entry.text[0] != '\0'; break;
    default: l->entry.selected = false; break;
    }
    pages_show_entry(l);
}

static void go_back(launcher *l)
{
    tell(l, "");
    l->leave = l->page == PAGE_MAIN;
    if (l->page == PAGE_PASSWORD) {
        entry_clear(&l->entry);
        open_addresses(l);
        return;
    }
    pages_open(l, l->page == PAGE_FOLDER ? PAGE_WATCH : l->page == PAGE_LETTERS ? l->lettered : PAGE_MAIN);
}

/* By one row beyond an end of the list comes the other end; by a page the end itself. */
static void move(launcher *l, int by)
{
    long rows = (long)pages_count_rows(l), at = (long)l->menu.first + (long)l->menu.selected, to = at + by;
    bool one = by == 1 || by == -1;
    if (rows == 0)
        return;
    if (to < 0)
        to = one ? rows - 1 : 0;
    else if (to >= rows)
        to = one ? 0 : rows - 1;
    pages_select_row(l, (size_t)to);
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
    case WINDOW_CANCEL: go_back(l); break;
    case WINDOW_ERASE:
    case WINDOW_CLEAR:
    case WINDOW_KEEP:
    case WINDOW_SELECT:
    case WINDOW_TYPE: edit(l, r); break;
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

static void describe_row(launcher *l)
{
    static const char *const usual[] = {
        [PAGE_MAIN] =
            "arrows and return, mouse, or stick and A; escape, the right button or B goes back; shoulder buttons turn "
            "pages, F11 or Y fills the screen",
        [PAGE_JOIN] = "type HOST or HOST:PORT, paste it (Ctrl-V, middle mouse button), or choose its letters; or "
                      "choose one joined before or one that answers on this network; Ctrl-U clears",
        [PAGE_PASSWORD] = "the password that the server's players share: type it, paste it (Ctrl-V, middle mouse "
                          "button), or choose its letters; no other server is shown it",
        [PAGE_FOLDER] = "type the path of a folder, paste it (Ctrl-V, middle mouse button), or choose one",
        [PAGE_NAME] = "the name by which the other players see you: type it, paste it (Ctrl-V, middle mouse button), "
                      "or choose its "
                      "letters",
        [PAGE_LETTERS] = "each choice adds that letter; done, escape, the right button or B goes back with the text"
    };
    const fs_game *game = shown_game(l);
    if (l->page == PAGE_PLAY || l->page == PAGE_HOST || l->page == PAGE_KEYS)
        snprintf(l->menu.more, sizeof l->menu.more, "%.90s. %.255s", game->title, game->controls);
    else if (l->page == PAGE_WATCH)
        recording_list_describe(&l->recordings, l->menu.first + l->menu.selected, &l->menu);
    else
        snprintf(l->menu.more, sizeof l->menu.more, "%s", usual[l->page]);
}

/* Behind the list: the selected recording, else the game. */
static void show_preview(launcher *l, uint64_t now_us)
{
    const recording_file *file = recording_list_get(&l->recordings, l->menu.first + l->menu.selected);
    if (l->page == PAGE_WATCH && file != NULL)
        preview_show_recording(&l->preview, file->path, now_us);
    else
        preview_show(&l->preview, shown_game(l), now_us);
    preview_run(&l->preview, l->window, now_us);
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
        pages_collect_servers(l, now);
        describe_row(l);
        show_preview(l, now);
        match_info info = { .menu = l->menu };
        window_set_info(l->window, &info);
        nanosleep(&pause, NULL);
    }
}

int launcher_run(bool full_screen)
{
    launcher *l = calloc(1, sizeof *l);
    char why[APP_ERROR_BYTES] = "out of memory";
    if (l != NULL && !preferences_load(&l->preferences, why))
        tell(l, why);
    if (l != NULL)
        l->preferences.full_screen |= full_screen;
    if (l == NULL || !open_window(l, why)) {
        app_log(APP_ERROR, "failed", NULL, "%s", why);
        free(l);
        return 1;
    }
    pages_open(l, PAGE_MAIN);
    run(l);
    pages_stop_asking(l);
    recording_list_free(&l->recordings);
    preview_close(&l->preview);
    bool good = close_window(l, why);
    if (!good)
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    good = good && !l->failed; /* the window did not come back after a match, which was told */
    free(l);
    return good ? 0 : 1;
}
