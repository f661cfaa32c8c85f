/* script.h: inputs from a text file.
 *
 * One change per line, '#' begins a comment:
 *
 *     TICK [SLOT] HEXBYTES
 *
 * From tick TICK on the player gives the input HEXBYTES (two hex digits per
 * byte, exactly the game's input size) until a later line changes it; before
 * its first line the input is zero. SLOT is meant for a local match and is 0 when
 * left out. Ticks of one slot must rise from line to line. The parser accepts
 * nothing else and names the line.
 */
#ifndef FS_APP_SCRIPT_H
#define FS_APP_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/sim.h>

#include "app/options.h"

typedef struct app_script app_script;

/* Parses a text; NULL with a sentence that names `origin` and the line. */
app_script *app_script_parse(const char *origin, const char *text, size_t size, char why[APP_ERROR_BYTES]);
app_script *app_script_load(const char *path, char why[APP_ERROR_BYTES]);
void app_script_free(app_script *script);
/* Whether it fits the game and has no line for slots from `slots` on. A script
 * without slots fits anything with one slot. */
bool app_script_check(const app_script *script, const fs_game *game, uint32_t slots, char why[APP_ERROR_BYTES]);
/* Whether any line names the slot. */
bool app_script_has(const app_script *script, uint32_t slot);
/* Whether a line spells out a slot. */
bool app_script_names_slots(const app_script *script);
/* Copies the slot's input at the tick over `input`; leaves it alone before the
 * slot's first line. */
void app_script_input(const app_script *script, uint32_t slot, uint32_t tick, void *input);

#endif
