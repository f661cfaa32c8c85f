/* pages.c: the rows of each list. See pages.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/pages.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <fixstep/games.h>
#include <fixstep/utf8.h>

#include "launcher/hosting.h"
#include "launcher/note.h"

static void add_row(menu_info *m, const char *text)
{
    if (m->count < MENU_ROWS)
        snprintf(m->rows[m->count++], MENU_TEXT, "%.95s", text);
}

void pages_show_entry(launcher *l)
{
    entry_show(&l->entry, l->menu.rows[ROW_ENTRY], MENU_TEXT);
    l->menu.replaces = l->entry.selected;
}

/* What is typed, and two ways to write it without a keyboard. */
static void list_entry(launcher *l)
{
    add_row(&l->menu, "");
    pages_show_entry(l);
    add_row(&l->menu, "paste");
    add_row(&l->menu, "letters ...");
}

unsigned pages_layer_of(const launcher *l, unsigned row)
{
    unsigned layer = row - ROW_LAYER;
    return layer + (layer >= l->layer);
}

/* The characters of names, addresses, paths and passwords, behind rows that are none. */
static void list_letters(launcher *l)
{
    char text[MENU_TEXT - 8];
    entry_show(&l->entry, text, sizeof text);
    snprintf(l->menu.title, sizeof l->menu.title, "%s_", text);
    add_row(&l->menu, "done");
    add_row(&l->menu, "erase");
    for (unsigned row = ROW_LAYER; row < LETTER_ROWS; row++)
        add_row(&l->menu, entry_layer_name(pages_layer_of(l, row)));
    for (const char *c = entry_letters(l->layer); *c != '\0'; c++) {
        snprintf(text, sizeof text, "%c", *c);
        add_row(&l->menu, *c == ' ' ? "blank" : text);
    }
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
    add_row(&l->menu, l->preferences.records ? "record matches: yes" : "record matches: no");
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

/* The row of an address that was joined before, or a new one; MENU_ROWS when the list is full. */
static unsigned row_of_host(const launcher *l, const char *host)
{
    for (unsigned i = ROW_PASSWORD + 1; i < l->menu.count; i++)
        if (strcmp(l->hosts[i], host) == 0)
            return i;
    return l->menu.count;
}

static void add_host(launcher *l, const char *host, const char *text, bool locked)
{
    unsigned row = row_of_host(l, host);
    if (row == MENU_ROWS)
        return;
    snprintf(l->hosts[row], sizeof l->hosts[0], "%.79s", host);
    l->locked[row] = locked;
    if (row == l->menu.count)
        l->menu.count++;
    snprintf(l->menu.rows[row], MENU_TEXT, "%.95s", text);
}

/* Points of a number that tells nothing of the password. */
static void add_password_row(launcher *l)
{
    static const char points[] = "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2";
    char text[MENU_TEXT];
    if (l->password[0] == '\0')
        snprintf(text, sizeof text, "password ...");
    else
        snprintf(text, sizeof text, "password %s for %.48s", points,
                 l->guarded[0] != '\0' ? l->guarded : "the next server");
    add_row(&l->menu, text);
}

/* The first row takes an address; those joined before come behind the ways to write one. Servers that answer are added as they come. */
static void list_addresses(launcher *l)
{
    char why[APP_ERROR_BYTES];
    list_entry(l);
    add_password_row(l);
    for (unsigned i = 0; i < PREFERENCES_ADDRESSES && l->preferences.addresses[i][0] != '\0'; i++)
        add_host(l, l->preferences.addresses[i], l->preferences.addresses[i], false);
    if (fs_finder_create(&l->finder, why, sizeof why) == FS_OK)
        fs_finder_ask_lan(l->finder, FS_DEFAULT_PORT, HOSTING_PORTS);
    else
        note_add(l->menu.note, "", why);
}

void pages_collect_servers(launcher *l, uint64_t now_us)
{
    fs_found_server found;
    while (l->finder != NULL && fs_finder_next(l->finder, now_us, &found)) {
        char text[MENU_TEXT];
        snprintf(text, sizeof text, "%.22s%s  %.20s %.24s %u/%u", found.address,
                 found.info.password ? " (password)" : "", found.info.name, found.info.game, found.info.players,
                 found.info.slots);
        fs_utf8_clean(text);
        add_host(l, found.address, text, found.info.password);
    }
}

void pages_stop_asking(launcher *l)
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

static void add_folder(launcher *l, const char *path)
{
    for (unsigned i = ENTRY_ROWS; i < l->menu.count; i++)
        if (strcmp(l->folders[i], path) == 0)
            return;
    if (path[0] == '\0' || l->menu.count == FOLDERS || strlen(path) >= PREFERENCES_FOLDER_BYTES)
        return;
    snprintf(l->folders[l->menu.count], PREFERENCES_FOLDER_BYTES, "%s", path);
    add_row(&l->menu, path);
}

/* The first row takes a path; behind the ways to write one come the present folder, that of kept matches and those opened before. */
static void list_folders(launcher *l)
{
    char path[APP_PATH_BYTES];
    list_entry(l);
    add_folder(l, getcwd(path, sizeof path) != NULL ? path : "");
    add_folder(l, recording_folder_path(path) ? path : "");
    for (unsigned i = 0; i < PREFERENCES_FOLDERS; i++)
        add_folder(l, l->preferences.folders[i]);
}

/* Begins at the recording that stands at `row` of the whole list. */
static void select_recording(launcher *l, size_t row)
{
    recording_list_fill(&l->recordings, row / MENU_ROWS * MENU_ROWS, &l->menu);
    l->menu.selected = (unsigned)(row - l->menu.first);
}

static void find_recordings(launcher *l)
{
    recording_list_find(&l->recordings);
    select_recording(l, recording_list_row_of(&l->recordings, l->watched));
}

void pages_open(launcher *l, launcher_page page)
{
    static const char *const titles[] = { "Fixstep",
                                          "play alone",
                                          "host a match",
                                          "join a match",
                                          "watch a recording",
                                          "your name",
                                          "keys",
                                          "recordings of",
                                          "",
                                          "" };
    char note[sizeof l->menu.note];
    pages_stop_asking(l);
    l->asks_key = false;
    memcpy(note, l->menu.note, sizeof note);
    l->page = page;
    bool editing = page == PAGE_NAME || page == PAGE_JOIN || page == PAGE_FOLDER || page == PAGE_PASSWORD;
    l->menu = (menu_info){ .shown = true, .editing = editing, .serial = l->menu.serial + 1 };
    memcpy(l->menu.note, note, sizeof note);
    snprintf(l->menu.title, sizeof l->menu.title, "%s", titles[page]);
    switch (page) {
    case PAGE_MAIN: list_main(l); break;
    case PAGE_PLAY:
    case PAGE_HOST: list_games(l); break;
    case PAGE_JOIN: list_addresses(l); break;
    case PAGE_WATCH: find_recordings(l); break;
    case PAGE_NAME: list_entry(l); break;
    case PAGE_PASSWORD:
        snprintf(l->menu.title, sizeof l->menu.title, "password%s%.70s", l->guarded[0] != '\0' ? " of " : "",
                 l->guarded);
        list_entry(l);
        break;
    case PAGE_LETTERS: list_letters(l); break;
    case PAGE_KEYS: list_keys(l); break;
    case PAGE_FOLDER: list_folders(l); break;
    }
}

void pages_select_row(launcher *l, size_t number)
{
    if (l->page == PAGE_WATCH && number / MENU_ROWS * MENU_ROWS != l->menu.first)
        select_recording(l, number);
    l->menu.selected = (unsigned)(number - l->menu.first);
}

size_t pages_count_rows(const launcher *l)
{
    return l->page == PAGE_WATCH ? recording_list_count(&l->recordings) : l->menu.count;
}
