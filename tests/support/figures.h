/* figures.h: the measured figures of accuracy tests. FIXSTEP_FIGURES in the environment prints them; the tests compare
 * them with their bounds either way.
 */
#ifndef FS_TESTS_FIGURES_H
#define FS_TESTS_FIGURES_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A line of text, printed with the figures only. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static inline void
print_figure(const char *format, ...)
{
    if (getenv("FIXSTEP_FIGURES") == NULL)
        return;
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf("\n");
    fflush(stdout);
}

#endif
