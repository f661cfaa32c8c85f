/* row_list.c: the lowest of many rows by a heap, and sorted rows. */
#include "physics/broadphase/row_list.h"

enum { MAX_INSERTION_SORT = 32 };

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void sift_heap(uint32_t *a, uint32_t root, uint32_t n)
{
    for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && a[child] < a[child + 1];
        if (a[root] >= a[child])
            return;
        swap(&a[root], &a[child]);
    }
}

static void make_heap(uint32_t *a, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift_heap(a, i, n);
}

void fs__row_list_add_to_full(struct fs__row_list *list, uint32_t row)
{
    if (list->capacity > 0) {
        if (list->count == list->capacity)
            make_heap(list->rows, list->capacity);
        if (row < list->rows[0]) {
            list->rows[0] = row;
            sift_heap(list->rows, 0, list->capacity);
        }
    }
    list->count++;
}

static void sort_by_insertion(uint32_t *a, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

/* Heap sort bounds the time of many; few are sorted by insertion. */
void fs__rows_sort(uint32_t *a, uint32_t n)
{
    if (n <= MAX_INSERTION_SORT) {
        sort_by_insertion(a, n);
        return;
    }
    make_heap(a, n);
    for (uint32_t end = n; end-- > 1;) {
        swap(&a[0], &a[end]);
        sift_heap(a, 0, end);
    }
}
