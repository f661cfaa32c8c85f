/* num.h: all scalar arithmetic of the engine in one include: the formats and rounding rules (fixed.h), constants of
 * the formats (constant.h), exact 128-bit integers (int128.h), Q32.32 (wide.h) and the conversions (convert.h).
 *
 * This file must never hold code of its own.
 */
#ifndef FIXSTEP_NUM_H
#define FIXSTEP_NUM_H

#include <fixstep/constant.h>
#include <fixstep/convert.h>
#include <fixstep/fixed.h>
#include <fixstep/int128.h>
#include <fixstep/wide.h>

#endif
