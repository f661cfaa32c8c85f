/* pair_set.h: a set of pairs of rows by open addressing. */
#ifndef FS_PHYSICS_CONTACT_PAIR_SET_H
#define FS_PHYSICS_CONTACT_PAIR_SET_H

#include "physics/broadphase/pair_list.h"

/* `slot`: mask + 1 of them, a power of two. A free slot is all zero: the second row of a pair never is. */
struct fs__pair_set {
    fs__broadphase_pair *slot;
    uint32_t mask;
};

/* Slots for a set of `count` pairs: at least twice as many. */
static inline uint32_t fs__pair_set_slots(uint32_t count)
{
    uint32_t slots = 64;
    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

/* The slot of the pair, or the free slot where it belongs. */
static inline fs__broadphase_pair *fs__pair_set_find(const struct fs__pair_set *set, fs__broadphase_pair p)
{
    uint32_t h = (p.a * 0x9E3779B1u) ^ (p.b * 0x85EBCA77u);
    uint32_t i = (h ^ h >> 15) & set->mask;
    while (set->slot[i].b != 0 && (set->slot[i].a != p.a || set->slot[i].b != p.b))
        i = (i + 1) & set->mask;
    return &set->slot[i];
}

static inline bool fs__pair_set_contains(const struct fs__pair_set *set, fs__broadphase_pair p)
{
    return fs__pair_set_find(set, p)->b != 0;
}

#endif
