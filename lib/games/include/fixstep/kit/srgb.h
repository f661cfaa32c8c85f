/* srgb.h: colours as displays take them, and the light that they stand for.
 *
 * A code is a channel of 0xRRGGBB. It grows with the light by the curve of sRGB (IEC 61966-2-1), about the power 1/2.2.
 * Light adds, scales and mixes in linear values alone: decode, compute, encode once. Integers only.
 */
#ifndef FIXSTEP_KIT_SRGB_H
#define FIXSTEP_KIT_SRGB_H

#include <stdint.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The linear value of a code, 0 (none) to 65535 (full), rounded to nearest. */
FS_API uint16_t fs_kit_srgb_decode(uint8_t code);
/* The nearest code of a linear value; fs_kit_srgb_encode(fs_kit_srgb_decode(c)) is c for every code. */
FS_API uint8_t fs_kit_srgb_encode(uint16_t linear);

#ifdef __cplusplus
}
#endif
#endif
