/* trusted_keys.h: the keys that an option such as --key trusts: a fingerprint, or a file of keys.
 *
 * A line of the file is KEY [NAME] or NAME KEY; KEY is a fingerprint or a public key in 64 hexadecimal digits, so that the
 * file of known servers is one. A line that begins with # is a comment.
 */
#ifndef FS_APP_TRUSTED_KEYS_H
#define FS_APP_TRUSTED_KEYS_H

#include <fixstep/identity.h>

#include "app/options.h"

enum { APP_KEY_NAME_BYTES = 80 };

typedef enum app_key_trust {
    APP_KEY_TRUSTED, /* it is named */
    APP_KEY_STRANGE, /* it is not */
    APP_KEY_BROKEN   /* the file cannot be read, or has a line that is none; a sentence says why */
} app_key_trust;

/* Looks the key with that hash up. `name` becomes the name in its line, "" without one. */
app_key_trust app_trusted_keys_find(const char *text, const uint8_t id[FS_KEY_ID_BYTES], char name[APP_KEY_NAME_BYTES],
                                    char why[APP_ERROR_BYTES]);

#endif
