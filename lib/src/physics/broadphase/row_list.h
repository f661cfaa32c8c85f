/* row_list.h: the rows that a query of the broad phase found. */
#ifndef FS_PHYSICS_BROADPHASE_ROW_LIST_H
#define FS_PHYSICS_BROADPHASE_ROW_LIST_H

#include <fixstep/num.h>

/* The lowest `capacity` of the rows found, as a heap once there are more; all are counted. */
struct fs__row_list {
    uint32_t *rows;
    uint32_t capacity, count;
};

/* Adds a row to a list that is full: it takes the place of the highest row when it is lower. */
void fs__row_list_add_to_full(struct fs__row_list *list, uint32_t row);

static inline void fs__row_list_add(struct fs__row_list *list, uint32_t row)
{
    if (list->count < list->capacity)
        list->rows[list->count++] = row;
    else
        fs__row_list_add_to_full(list, row);
}

/* Ascending; in bounded time for any number of rows. */
void fs__rows_sort(uint32_t *rows, uint32_t count);

#endif
