/* pair_list.c: sorts pairs of rows. */
#include "physics/broadphase/pair_list.h"

#include <string.h>

#include "physics/broadphase/row_list.h"

/* Pairs with one first row: by their second ones. */
static void sort_run(uint32_t *row, fs__broadphase_pair *pairs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        row[i] = pairs[i].b;
    fs__rows_sort(row, count);
    for (uint32_t i = 0; i < count; i++)
        pairs[i].b = row[i];
}

/* By a counting sort of the first rows, then each one's few second rows. */
void fs__broadphase_sort_pairs(struct fs__broadphase_sort_space space, uint32_t rows, const fs__broadphase_pair *found,
                               uint32_t count, fs__broadphase_pair *sorted)
{
    uint32_t sum = 0, *start = space.start;
    memset(start, 0, ((size_t)rows + 1) * sizeof *start);
    for (uint32_t i = 0; i < count; i++)
        start[found[i].a]++;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t n = start[r];
        start[r] = sum;
        sum += n;
    }
    for (uint32_t i = 0; i < count; i++)
        sorted[start[found[i].a]++] = found[i];
    for (uint32_t from = 0, to; from < count; from = to) {
        to = start[sorted[from].a];
        if (to > from + 1)
            sort_run(space.row, sorted + from, to - from);
    }
}
