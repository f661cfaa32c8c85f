/* key_names.h: the names of the keys that stand for the six keys of a game, as the settings file keeps them. */
#ifndef FS_CLIENT_KEY_NAMES_H
#define FS_CLIENT_KEY_NAMES_H

enum { KEY_ACTIONS = 6, KEY_ROW_BYTES = 96 };

/* What the rows are called, in the order of the bits of fs_key. */
#define KEY_ACTION_NAMES                                \
    {                                                   \
        "up", "down", "left", "right", "fire", "second" \
    }

/* rows[i]: names with commas, "" for the usual keys, "none" for no key. */
typedef struct key_names {
    char rows[KEY_ACTIONS][KEY_ROW_BYTES];
} key_names;

#endif
