/* prefetch.h: for functions that do nothing but prefetch memory.
 *
 * gcc 12 takes such a function for one without effects and removes its calls, unless it is inlined before that: a function
 * declared with FS__PREFETCHES always is.
 */
#ifndef FS_BASE_PREFETCH_H
#define FS_BASE_PREFETCH_H

#define FS__PREFETCHES __attribute__((always_inline)) static inline

#endif
