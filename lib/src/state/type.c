/* type.c: descriptions of the field types, from the one list of state.h. */
#include <fixstep/state.h>

static const fs_type_info infos[] = {
#define INFO(name, ctype, width, sign, frac, n) { #name, width, sign, frac, n },
    FS_TYPES(INFO)
#undef INFO
};

const fs_type_info *fs_type_get(fs_type type)
{
    return (unsigned)type < FS_TYPE_COUNT ? &infos[type] : NULL;
}

const char *fs_type_component(fs_type type, unsigned c)
{
    static const char *const axes[] = { "x", "y", "z", "w" };
    static const char *const rot2[] = { "c", "s" };
    static const char *const scaled[] = { "m", "e" };
    static const char *const rng[] = { "key", "counter" };
    static const char *const handle[] = { "index1", "generation" };
    const fs_type_info *info = fs_type_get(type);

    if (info == NULL || info->components == 1 || c >= info->components)
        return "";
    switch (type) {
    case FS_TYPE_ROT2: return rot2[c];
    case FS_TYPE_SCALED: return scaled[c];
    case FS_TYPE_RNG: return rng[c];
    case FS_TYPE_HANDLE: return handle[c];
    default: return axes[c];
    }
}
