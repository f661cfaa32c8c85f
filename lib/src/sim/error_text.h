/* error_text.h: one clear sentence about what went wrong, into a caller's buffer.
 *
 * The library never prints; the programs show these sentences. Nothing here may
 * be called from a step: text depends on the C library.
 */
#ifndef FS_SIM_ERROR_TEXT_H
#define FS_SIM_ERROR_TEXT_H

#include <stddef.h>
#include <fixstep/result.h>

/* Formats into `why` (NULL with 0 is allowed), cuts what does not fit, always
 * terminates, and returns `result` so that a check can end in one statement. */
fs_result fs__error_text(fs_result result, char *why, size_t why_size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
