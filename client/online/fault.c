/* fault.c: see fault.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/fault.h"

#include <stdio.h>
#include <string.h>

/* Takes the text up to the next ':', or to the end for the last part, which must be there. */
static bool take_text(const char **text, char *part, size_t size, bool last)
{
    size_t length = strcspn(*text, ":");
    bool ends = (*text)[length] == '\0';
    if (length == 0 || length >= size || (ends && !last))
        return false;
    memcpy(part, *text, length);
    part[length] = '\0';
    *text += length + (last ? 0 : 1);
    return true;
}

static bool take_part(const char **text, char *part, size_t size)
{
    return take_text(text, part, size, false);
}

static bool take_number(const char **text, uint64_t high, bool last, uint32_t *out)
{
    char part[24];
    uint64_t value;
    if (!take_text(text, part, sizeof part, last) || !app_parse_number(part, 0, high, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* The part of a tick, behind ':' at the end, if there is one. */
static bool take_phase(const char *text, fs_phase *phase)
{
    *phase = FS_PHASE_UNKNOWN;
    if (*text == '\0')
        return true;
    for (int i = FS_PHASE_GAME; i < FS_PHASE_OUTSIDE; i++)
        if (strcmp(text + 1, fs_phase_text((fs_phase)i)) == 0)
            *phase = (fs_phase)i;
    return *phase != FS_PHASE_UNKNOWN;
}

static void list_phases(char *list, size_t size)
{
    size_t used = 0;
    list[0] = '\0';
    for (int i = FS_PHASE_GAME; i < FS_PHASE_OUTSIDE && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > FS_PHASE_GAME ? ", " : "",
                                 fs_phase_text((fs_phase)i));
}

bool fault_parse(const char *text, fault *out, char why[APP_ERROR_BYTES])
{
    const char *at = text;
    out->set = take_number(&at, UINT32_MAX - 1, false, &out->tick) && take_part(&at, out->table, sizeof out->table) &&
               take_number(&at, FS_MAX_ROWS - 1, false, &out->row) && take_part(&at, out->field, sizeof out->field) &&
               take_number(&at, 63, true, &out->bit);
    if (!out->set) {
        snprintf(why, APP_ERROR_BYTES,
                 "--inject-fault: '%.60s' is not TICK:TABLE:ROW:FIELD:BIT[:PHASE], such as 240:body2:0:pos.x:20", text);
        return false;
    }
    out->set = take_phase(at, &out->phase);
    if (!out->set) {
        char phases[160];
        list_phases(phases, sizeof phases);
        snprintf(why, APP_ERROR_BYTES, "--inject-fault: there is no phase '%.20s'; there are %s", at + 1, phases);
    }
    return out->set;
}

bool fault_explains(const fault *f, fs_result refusal, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    if (!f->set || refusal != FS_E_ARGUMENT)
        return false;
    snprintf(sentence, sizeof sentence, "%s", why);
    snprintf(why, APP_ERROR_BYTES, "--inject-fault: %.290s", sentence);
    return true;
}
