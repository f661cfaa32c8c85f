/* row_scan.h: passes over columns in which most ticks find nothing: a world at rest costs little more than these. */
#ifndef FS_PHYSICS_ROW_SCAN_H
#define FS_PHYSICS_ROW_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a body is in use and neither static, asleep nor disabled, by the columns of the table of bodies. */
bool fs__row_scan_any_awake(const uint32_t *gen, const uint8_t *type, const uint16_t *flags, uint32_t rows);
/* The first row from `row` on that has a bit of `mask` in its flags; `rows`: there is none. */
uint32_t fs__row_scan_next(const uint16_t *flags, uint16_t mask, uint32_t row, uint32_t rows);

#endif
