/* error_text.c: formats the sentences of refusals. See error_text.h. */
#include "sim/error_text.h"

#include <stdarg.h>
#include <stdio.h>

fs_result fs__error_text(fs_result result, char *why, size_t why_size, const char *format, ...)
{
    if (why == NULL || why_size == 0)
        return result;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(why, why_size, format, arguments);
    va_end(arguments);
    if (length < 0)
        why[0] = '\0';
    return result;
}
