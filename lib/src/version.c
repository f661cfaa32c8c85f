/* version.c: the version that the build system gave the library. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <fixstep/fixstep.h>

const char *fs_version(void)
{
    return PACKAGE_VERSION;
}
