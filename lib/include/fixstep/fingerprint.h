/* fingerprint.h: the number fingerprint: proof that this build computes the same bits as every other.
 *
 * It is a digest over fixed inputs of every libfixmath function the library calls and of every kernel of
 * its own. A program compares it with the built-in constant at start-up and peers exchange it before a
 * match. This file must never depend on the order of bytes in memory.
 */
#ifndef FIXSTEP_FINGERPRINT_H
#define FIXSTEP_FINGERPRINT_H

#include <fixstep/result.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows with every change that alters a result of the arithmetic. */
#define FS_NUMBER_FORMAT_VERSION 1

/* What fs_num_fingerprint gives on a correct build of this version. */
#define FS_NUM_FINGERPRINT UINT64_C(0xDB11A57BBECD1949)

/* The digest of the libraries' results on this machine; below a millisecond. */
FS_API uint64_t fs_num_fingerprint(void);

/* The two halves it is made of: our kernels, and libfixmath's functions. */
FS_API uint64_t fs_num_kernel_digest(void);
FS_API uint64_t fs_num_fixmath_digest(void);

/* True when the fingerprint equals the built-in constant FS_NUM_FINGERPRINT. When false, the build must
 * not take part in a match. */
FS_API bool fs_num_selftest(void);

#ifdef __cplusplus
}
#endif

#endif
