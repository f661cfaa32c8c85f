/* menu_info.h: a list to choose from, as the window shows it over the picture. */
#ifndef FS_CLIENT_MENU_INFO_H
#define FS_CLIENT_MENU_INFO_H

#include <stdbool.h>

enum { MENU_ROWS = 48, MENU_TEXT = 96, MENU_NOTE = 384 };

/* Texts are UTF-8. */
typedef struct menu_info {
    bool shown;
    char title[MENU_TEXT];
    char rows[MENU_ROWS][MENU_TEXT];
    unsigned count, selected;
    unsigned first, total; /* rows before these of a longer list, and all of it; 0: these are all */
    unsigned serial;       /* another one with every other list */
    bool editing;          /* the first row takes characters */
    bool replaces;         /* its whole text is selected: the next character takes its place */
    char note[MENU_NOTE];  /* sentences below the rows: what has happened */
    char more[384];        /* another one, for the selected row */
} menu_info;

#endif
