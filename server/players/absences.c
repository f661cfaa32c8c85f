/* absences.c: see absences.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "absences.h"

#include <fixstep/result.h>

void absences_note(absences *a, uint32_t slot, bool away)
{
    uint64_t bit = UINT64_C(1) << slot;
    FS_ASSERT(slot < FS_MAX_PLAYERS);
    a->away = away ? a->away | bit : a->away & ~bit;
}

void absences_forget(absences *a, uint32_t slot)
{
    absences_note(a, slot, false);
    a->told_away &= ~(UINT64_C(1) << slot);
}

bool absences_take(absences *a, uint64_t now_us, uint32_t *slot, bool *away)
{
    for (uint64_t news = a->away ^ a->told_away; news != 0; news &= news - 1) {
        uint32_t found = (uint32_t)__builtin_ctzll(news);
        if (now_us < a->due_us[found])
            continue;
        a->due_us[found] = now_us + ABSENCES_INTERVAL_US;
        a->told_away ^= UINT64_C(1) << found;
        *slot = found;
        *away = (a->away >> found & 1) != 0;
        return true;
    }
    return false;
}

void absences_clear(absences *a)
{
    a->away = a->told_away = 0;
}
