/* text.h: decimal text from and to fixed-point numbers, independent of the locale.
 *
 * The grammar of every parser is [+-] digits [. digits], nothing before or after: no blanks, no exponent, no ".5", no
 * "5.". Values are rounded to the nearest step, ties away from zero; a value whose nearest step is outside the format
 * is refused. No function here uses floating point or allocates memory.
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

/* Parse a value with `frac_bits` (0..63) fraction bits whose raw integer lies in [min, max]; Q32.32; Q16.16. True and
 * *out set, or false and *out unchanged. `text` may be NULL (false). Exact for any number of digits. */
FS_API bool fs_parse_q(const char *text, unsigned frac_bits, int64_t min, int64_t max, int64_t *out);
FS_API bool fs_parse_wide(const char *text, fs_wide *out);
FS_API bool fs_parse_fix16(const char *text, fix16_t *out);

/* Print v / 2^frac_bits, signed and unsigned, with `decimals` digits after the point (no point for 0), rounded half
 * away from zero. `frac_bits` is 0..63; `decimals` above FS_DECIMALS_MAX count as FS_DECIMALS_MAX. Return the length
 * without the final zero; as with snprintf, a length >= n means that the text was cut (always terminated for n > 0).
 * "-0.00" is printed as "0.00". */
FS_API size_t fs_format_q(char *buf, size_t n, int64_t v, unsigned frac_bits, unsigned decimals);
FS_API size_t fs_format_uq(char *buf, size_t n, uint64_t v, unsigned frac_bits, unsigned decimals);

/* Q16.16 with the fewest decimals (1 to 5) that parse back to the same value. Lengths as above. */
FS_API size_t fs_format_fix16(char *buf, size_t n, fix16_t v);

/* Q32.32 with the fewest decimals (1 to 10) that parse back to the same value. Lengths as above. */
FS_API size_t fs_format_wide(char *buf, size_t n, fs_wide v);

#ifdef __cplusplus
}
#endif

#endif
