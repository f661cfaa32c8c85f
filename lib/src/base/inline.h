/* inline.h: for functions of inner loops that compilers do not inline by themselves. */
#ifndef FS_BASE_INLINE_H
#define FS_BASE_INLINE_H

#if defined(__GNUC__)
#define FS__ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define FS__ALWAYS_INLINE static inline
#endif

#endif
