/* text.h: decimal text and fixed-point numbers, independent of the locale.
 *
 * The grammar of every parser is [+-] digits [. digits], nothing before or after: no blanks, no exponent,
 * no ".5", no "5.". Values are rounded to the nearest step, ties away from zero; a value whose nearest
 * step is outside the format is refused.
 * This file must never use floating point and never accept what it does not understand.
 */
#ifndef FIXSTEP_TEXT_H
#define FIXSTEP_TEXT_H

#include <fixstep/num.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that hold any number printed by the functions below with up to FS_DECIMALS_MAX decimals. */
#define FS_NUMBER_TEXT_MAX 96
#define FS_DECIMALS_MAX 64

/* True and *out set, or false and *out untouched. text may be NULL (false). Exact for any number of digits. */
FS_API bool fs_parse_q(const char *text, unsigned frac_bits, int64_t min, int64_t max, int64_t *out);
FS_API bool fs_parse_wide(const char *text, fs_wide *out);
FS_API bool fs_parse_fix16(const char *text, fix16_t *out);

/* Prints v / 2^frac_bits with `decimals` digits after the point (no point for 0), rounded half away from
 * zero; frac_bits 0..63, decimals up to FS_DECIMALS_MAX (larger counts as that). Returns the length
 * without the final zero; as with snprintf, when this is >= n the text was cut (always terminated for
 * n > 0). "-0.00" is printed as "0.00". */
FS_API size_t fs_format_q(char *buf, size_t n, int64_t v, unsigned frac_bits, unsigned decimals);
FS_API size_t fs_format_uq(char *buf, size_t n, uint64_t v, unsigned frac_bits, unsigned decimals);

/* Q16.16 with the fewest decimals (1 to 5) that parse back to the same value. */
FS_API size_t fs_format_fix16(char *buf, size_t n, fix16_t v);

/* Q32.32 with the fewest decimals (1 to 10) that parse back to the same value. */
FS_API size_t fs_format_wide(char *buf, size_t n, fs_wide v);

#ifdef __cplusplus
}
#endif

#endif
