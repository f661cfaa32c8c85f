/* growing_array.c: see growing_array.h. */
#include "base/growing_array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

bool fs__array_reserve(void *array, size_t *capacity, size_t need, size_t width)
{
    void *elements;
    if (need <= *capacity)
        return true;
    size_t grown = *capacity < SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
    grown = grown < FIRST_CAPACITY ? FIRST_CAPACITY : grown;
    grown = grown < need ? need : grown;
    if (grown > SIZE_MAX / width)
        return false;
    memcpy(&elements, array, sizeof elements); /* a pointer of any type */
    elements = realloc(elements, grown * width);
    if (elements == NULL)
        return false;
    memcpy(array, &elements, sizeof elements);
    *capacity = grown;
    return true;
}
