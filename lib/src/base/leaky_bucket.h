/* leaky_bucket.h: limits a rate and allows a burst, in 8 bytes per bucket.
 *
 * A bucket is the time at which it is empty again; 0 is an empty one. An event of cost c microseconds fills it by c,
 * time empties it. So at most one event per c microseconds passes in the long run, and capacity / c + 1 at once. Times
 * are microseconds of one clock that does not run backwards.
 */
#ifndef FS_BASE_LEAKY_BUCKET_H
#define FS_BASE_LEAKY_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/* Microseconds of cost that are in the bucket. */
static inline uint64_t fs__bucket_level(uint64_t bucket, uint64_t now_us)
{
    return bucket > now_us ? bucket - now_us : 0;
}

/* Fills the bucket by `cost_us`, also above its capacity. */
static inline void fs__bucket_fill(uint64_t *bucket, uint64_t now_us, uint64_t cost_us)
{
    *bucket = now_us + fs__bucket_level(*bucket, now_us) + cost_us;
}

/* Fills the bucket by `cost_us` when its level is at most `capacity_us`; false, without effect, when it is higher. */
static inline bool fs__bucket_take(uint64_t *bucket, uint64_t now_us, uint64_t cost_us, uint64_t capacity_us)
{
    if (fs__bucket_level(*bucket, now_us) > capacity_us)
        return false;
    fs__bucket_fill(bucket, now_us, cost_us);
    return true;
}

/* Events of cost `cost_us` (1 or more) that fit now. */
static inline uint64_t fs__bucket_room(uint64_t bucket, uint64_t now_us, uint64_t cost_us, uint64_t capacity_us)
{
    uint64_t level = fs__bucket_level(bucket, now_us);
    return level > capacity_us ? 0 : (capacity_us - level) / cost_us + 1;
}

#endif
