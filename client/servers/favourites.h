/* favourites.h: the servers that a player has noted in a file.
 *
 * A line is HOST[:PORT] [NAME]; the name is the rest of the line. A line that begins with # is a comment.
 */
#ifndef FS_CLIENT_FAVOURITES_H
#define FS_CLIENT_FAVOURITES_H

#include <stddef.h>
#include <fixstep/net.h>

#include "app/options.h"

enum { FAVOURITES_MAX = 64, FAVOURITE_HOST_BYTES = 264 };

typedef struct favourite {
    char host[FAVOURITE_HOST_BYTES];
    char name[FS_SERVER_NAME_BYTES]; /* "": none */
} favourite;

typedef struct favourites {
    favourite list[FAVOURITES_MAX];
    size_t count;
} favourites;

/* Reads the file; NULL: $XDG_CONFIG_HOME/fixstep/favourites, which need not exist. False with a sentence that names file and
 * line. */
bool favourites_read(favourites *favourites, const char *path, char why[APP_ERROR_BYTES]);

#endif
