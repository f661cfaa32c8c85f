/* growing_array.h: arrays that grow while elements are appended. */
#ifndef FS_BASE_GROWING_ARRAY_H
#define FS_BASE_GROWING_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the array hold at least `need` elements of `width` bytes; it at least doubles when it grows. `array` is the address of
 * the pointer to the first element, which the caller owns and passes to free(). False when out of memory: the array stays as
 * it was. A caller that counts what a peer or a file names bounds `need`. */
bool fs__array_reserve(void *array, size_t *capacity, size_t need, size_t width);

#endif
