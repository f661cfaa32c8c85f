/* histogram.h: durations of millions of ticks in fixed memory.
 *
 * Buckets grow with the value, 128 to each doubling, so a quantile is at most
 * 1/128 too large and never too small; the largest value is kept exactly.
 */
#ifndef FS_APP_HISTOGRAM_H
#define FS_APP_HISTOGRAM_H

#include <stdint.h>

enum { APP_HISTOGRAM_BITS = 7, APP_HISTOGRAM_BUCKETS = (64 - APP_HISTOGRAM_BITS + 1) << APP_HISTOGRAM_BITS };

typedef struct app_histogram {
    uint64_t count, max;
    uint64_t buckets[APP_HISTOGRAM_BUCKETS];
} app_histogram;

void app_histogram_add(app_histogram *histogram, uint64_t value);
/* Smallest bucket bound that at least `percent` of the values do not exceed; 0
 * for no values. `percent` 1..100. */
uint64_t app_histogram_percentile(const app_histogram *histogram, unsigned percent);

#endif
