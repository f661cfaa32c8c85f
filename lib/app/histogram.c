/* histogram.c: a logarithmic histogram with linear steps inside each octave. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/histogram.h"

#include <fixstep/result.h>

/* Values below 2^BITS have their own bucket; for larger ones the leading BITS+1
 * bits (the first is always 1) and their shift give the bucket. */
static unsigned bucket_of(uint64_t value)
{
    if (value >> APP_HISTOGRAM_BITS == 0)
        return (unsigned)value;
    unsigned shift = 63u - (unsigned)__builtin_clzll(value) - APP_HISTOGRAM_BITS;
    unsigned step = (unsigned)(value >> shift) & ((1u << APP_HISTOGRAM_BITS) - 1);
    return ((shift + 1) << APP_HISTOGRAM_BITS) + step;
}

/* Largest value of a bucket. */
static uint64_t bucket_top(unsigned bucket)
{
    unsigned octave = bucket >> APP_HISTOGRAM_BITS;
    uint64_t step = bucket & ((1u << APP_HISTOGRAM_BITS) - 1);
    if (octave == 0)
        return step;
    uint64_t low = ((1ull << APP_HISTOGRAM_BITS) + step) << (octave - 1);
    return low + ((1ull << (octave - 1)) - 1);
}

void app_histogram_add(app_histogram *histogram, uint64_t value)
{
    histogram->buckets[bucket_of(value)]++;
    histogram->count++;
    if (value > histogram->max)
        histogram->max = value;
}

uint64_t app_histogram_percentile(const app_histogram *histogram, unsigned percent)
{
    FS_ASSERT(percent >= 1 && percent <= 100);
    if (histogram->count == 0)
        return 0;
    /* The rank is rounded up, so that 100 percent is the last value. */
    uint64_t whole = histogram->count / 100 * percent;
    uint64_t rank = whole + (histogram->count % 100 * percent + 99) / 100;
    uint64_t seen = 0;
    for (unsigned b = 0; b < APP_HISTOGRAM_BUCKETS; b++) {
        seen += histogram->buckets[b];
        if (seen >= rank && seen > 0) {
            uint64_t top = bucket_top(b);
            return top < histogram->max ? top : histogram->max;
        }
    }
    return histogram->max;
}
