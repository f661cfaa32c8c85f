/* pages.h: the lists of the launcher. */
#ifndef FS_CLIENT_PAGES_H
#define FS_CLIENT_PAGES_H

#include "launcher/launcher_state.h"

/* Shows another list; a sentence below it stays. */
void pages_open(launcher *l, launcher_page page);
/* Adds the servers of the local networks that have answered by now. */
void pages_collect_servers(launcher *l, uint64_t now_us);
/* Ends the search for servers. */
void pages_stop_asking(launcher *l);
/* The layer of letters that a row of PAGE_LETTERS leads to. */
unsigned pages_layer_of(const launcher *l, unsigned row);
/* Writes what is typed into its row. */
void pages_show_entry(launcher *l);
/* Rows of the whole list, of which menu_info holds a part. */
size_t pages_count_rows(const launcher *l);
/* Selects a row of the whole list. */
void pages_select_row(launcher *l, size_t number);

#endif
