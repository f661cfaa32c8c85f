/* preferences.c: the launcher's file. See preferences.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/preferences.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <fixstep/lockstep.h>

#include "app/files/config_file.h"
#include "app/files/user_file.h"

/* The values of the file. */
typedef struct values {
    const char *name, *game, *keys[KEY_ACTIONS];
    app_list addresses, folders;
    uint64_t predict, full_screen, records;
} values;

#define KEY_OPTION(option, i)                                                                            \
    {                                                                                                    \
        .name = option, .kind = APP_TEXT, .offset = offsetof(values, keys[i]), .value = "KEY[, KEY]...", \
        .help = "keys that stand for this one, or 'none'",                                               \
    }

static const app_option table[] = {
    { .name = "name",
      .kind = APP_TEXT,
      .offset = offsetof(values, name),
      .value = "NAME",
      .help = "name to join with" },
    { .name = "game",
      .kind = APP_TEXT,
      .offset = offsetof(values, game),
      .value = "GAME",
      .help = "the game chosen last" },
    KEY_OPTION("key-up", 0),
    KEY_OPTION("key-down", 1),
    KEY_OPTION("key-left", 2),
    KEY_OPTION("key-right", 3),
    KEY_OPTION("key-fire", 4),
    KEY_OPTION("key-second", 5),
    { .name = "address",
      .kind = APP_LIST,
      .offset = offsetof(values, addresses),
      .value = "HOST[:PORT]",
      .help = "a server joined before; may be repeated" },
    { .name = "predict",
      .kind = APP_NUMBER,
      .offset = offsetof(values, predict),
      .value = "N",
      .high = FS_MAX_PREDICTION,
      .help = "ticks to simulate ahead in a match on a server" },
    { .name = "full-screen",
      .kind = APP_NUMBER,
      .offset = offsetof(values, full_screen),
      .value = "N",
      .high = 1,
      .help = "1: windows fill the screen" },
    { .name = "record",
      .kind = APP_NUMBER,
      .offset = offsetof(values, records),
      .value = "N",
      .high = 1,
      .help = "1: matches that the launcher starts are recorded" },
    { .name = "folder",
      .kind = APP_LIST,
      .offset = offsetof(values, folders),
      .value = "PATH",
      .help = "a folder of recordings opened before; may be repeated" },
};
static const app_program program = {
    .name = "fixstep-client", .section = "launcher", .options = table, .count = sizeof table / sizeof table[0]
};

/* False without a home. */
static bool find_path(const char *file, char path[APP_PATH_BYTES])
{
    return app_user_path(path, "XDG_CONFIG_HOME", ".config", file);
}

/* False with a sentence that names the line when there is no room for the text. */
static bool copy_text(char *to, size_t size, const char *from, const char *path, const app_text_list *texts,
                      char why[APP_ERROR_BYTES])
{
    size_t length = from != NULL ? strlen(from) : 0;
    if (length >= size) {
        snprintf(why, APP_ERROR_BYTES, "the value is longer than %zu bytes", size - 1);
        app_config_place(texts, path, from, why);
        return false;
    }
    if (from != NULL)
        memcpy(to, from, length + 1);
    return true;
}

/* False with the sentence of a value that is too long; the others are copied. */
static bool copy_values(preferences *p, const values *v, const char *path, const app_text_list *texts,
                        char why[APP_ERROR_BYTES])
{
    bool good = copy_text(p->name, sizeof p->name, v->name, path, texts, why);
    good &= copy_text(p->game, sizeof p->game, v->game, path, texts, why);
    for (unsigned i = 0; i < KEY_ACTIONS; i++)
        good &= copy_text(p->keys.rows[i], sizeof p->keys.rows[i], v->keys[i], path, texts, why);
    p->predict = (uint32_t)v->predict;
    p->full_screen = v->full_screen != 0;
    p->records = v->records != 0;
    for (size_t i = v->addresses.count; i > 0; i--) {
        char address[PREFERENCES_ADDRESS_BYTES] = "";
        good &= copy_text(address, sizeof address, v->addresses.items[i - 1], path, texts, why);
        preferences_add_address(p, address);
    }
    for (size_t i = v->folders.count; i > 0; i--) {
        char folder[PREFERENCES_FOLDER_BYTES] = "";
        good &= copy_text(folder, sizeof folder, v->folders.items[i - 1], path, texts, why);
        preferences_add_folder(p, folder);
    }
    return good;
}

/* The values of all lines that can be used; false with the sentence of one that cannot. */
static bool load_file(preferences *p, const char *path, char why[APP_ERROR_BYTES])
{
    values v = { 0 };
    app_arguments arguments = { 0 };
    app_text_list texts = { 0 };
    char reason[APP_ERROR_BYTES];
    bool read = app_config_read_usable(&program, path, &v, &arguments, &texts, why);
    bool copied = copy_values(p, &v, path, &texts, reason);
    if (read && !copied)
        snprintf(why, APP_ERROR_BYTES, "%s", reason);
    app_text_list_free(&texts);
    return read && copied;
}

bool preferences_load(preferences *p, char why[APP_ERROR_BYTES])
{
    char path[APP_PATH_BYTES];
    *p = (preferences){ .name = "" };
    return !find_path("client.ini", path) || access(path, F_OK) != 0 || load_file(p, path, why);
}

static bool write_file(const preferences *p, const char *path, char why[APP_ERROR_BYTES])
{
    values v = { .name = p->name,
                 .game = p->game,
                 .predict = p->predict,
                 .full_screen = p->full_screen,
                 .records = p->records };
    app_arguments given = { .given = { p->name[0] != '\0', p->game[0] != '\0' } };
    for (unsigned i = 0; i < KEY_ACTIONS; i++) {
        v.keys[i] = p->keys.rows[i];
        given.given[2 + i] = v.keys[i][0] != '\0';
    }
    given.given[2 + KEY_ACTIONS] = p->addresses[0][0] != '\0';
    given.given[3 + KEY_ACTIONS] = p->predict > 0;
    given.given[4 + KEY_ACTIONS] = p->full_screen;
    given.given[5 + KEY_ACTIONS] = p->records;
    given.given[6 + KEY_ACTIONS] = p->folders[0][0] != '\0';
    for (size_t i = 0; i < PREFERENCES_ADDRESSES && p->addresses[i][0] != '\0'; i++)
        v.addresses.items[v.addresses.count++] = p->addresses[i];
    for (size_t i = 0; i < PREFERENCES_FOLDERS && p->folders[i][0] != '\0'; i++)
        v.folders.items[v.folders.count++] = p->folders[i];
    FILE *file = fopen(path, "w");
    bool good = file != NULL && app_config_write(&program, &v, &given, file, why) && !ferror(file);
    return file != NULL && fclose(file) == 0 && good;
}

bool preferences_save(const preferences *p, char why[APP_ERROR_BYTES])
{
    char path[APP_PATH_BYTES], fresh[APP_PATH_BYTES];
    if (!find_path("client.ini", path) || !find_path("client.ini.new", fresh)) {
        snprintf(why, APP_ERROR_BYTES, "settings are not kept: neither XDG_CONFIG_HOME nor HOME names a folder");
        return false;
    }
    preferences present = { .name = "" };
    char reason[APP_ERROR_BYTES] = "";
    if (access(path, F_OK) == 0 && !load_file(&present, path, reason)) {
        snprintf(why, APP_ERROR_BYTES, "settings are not kept until this line is corrected: %.250s", reason);
        return false;
    }
    /* Where a folder cannot be made, the file cannot be written either, and `why` tells that. */
    app_user_make_folders(path, why);
    if (write_file(p, fresh, reason) && rename(fresh, path) == 0)
        return true;
    snprintf(why, APP_ERROR_BYTES, "settings are not kept: %.120s: %.150s", path,
             reason[0] != '\0' ? reason : strerror(errno));
    return false;
}

bool preferences_keep_full_screen(bool full_screen, char why[APP_ERROR_BYTES])
{
    preferences p;
    char reason[APP_ERROR_BYTES];
    preferences_load(&p, reason); /* what cannot be read is told when it is saved */
    if (p.full_screen == full_screen)
        return true;
    p.full_screen = full_screen;
    return preferences_save(&p, why);
}

/* Puts a text in front of `rows`, `count` of `size` bytes each, and takes out an equal one, else the last. */
static void add_in_front(char *rows, size_t count, size_t size, const char *text)
{
    size_t length = strlen(text), at = 0;
    if (length == 0 || length >= size)
        return;
    while (at + 1 < count && strcmp(rows + at * size, text) != 0)
        at++;
    memmove(rows + size, rows, at * size);
    memcpy(rows, text, length + 1);
}

void preferences_add_address(preferences *p, const char *address)
{
    add_in_front(p->addresses[0], PREFERENCES_ADDRESSES, PREFERENCES_ADDRESS_BYTES, address);
}

void preferences_add_folder(preferences *p, const char *folder)
{
    add_in_front(p->folders[0], PREFERENCES_FOLDERS, PREFERENCES_FOLDER_BYTES, folder);
}
