/* difference.h: a value of a state as text, with its bits. */
#ifndef FS_APP_DIFFERENCE_H
#define FS_APP_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/state.h>

enum {
    APP_PATH_BYTES = 160, /* of "table[row].field.component" */
    APP_VALUE_BYTES = 168 /* of a value with its bits */
};

/* "1.25 m (0x0000000140000000)": the value, its unit and its bits, two hex digits per byte, two's complement.
 * "no such row" when the row does not exist on this side. */
void app_value_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, bool exists, char *text, size_t size);

/* The same without its bits, for lines that have no room for them; "no row". */
void app_side_text(const fs_schema *schema, fs_value_ref ref, int64_t raw, bool exists, char *text, size_t size);

#endif
