/* key_proof.h: how a player proves its lasting key to a server.
 *
 * The signature is that of "FixstepClientKey" and the binding of the connection: 32 secret bytes that follow from the
 * handshake and that no other connection shares (fs_net_binding()). A proof that somebody else has received is therefore
 * of no use on another connection, also to a server in the middle of two. The functions work on bytes alone.
 */
#ifndef FS_IDENTITY_KEY_PROOF_H
#define FS_IDENTITY_KEY_PROOF_H

#include <fixstep/identity.h>

enum { FS__SIGNATURE_BYTES = 64 };

/* Writes the public key of a seed and its proof for a connection. */
void fs__key_proof_make(uint8_t key[FS_KEY_BYTES], uint8_t signature[FS__SIGNATURE_BYTES],
                        const uint8_t seed[FS_KEY_BYTES], const uint8_t binding[FS_KEY_BYTES]);
/* Whether the owner of the key has made the signature for that connection. Any bytes are safe. */
bool fs__key_proof_check(const uint8_t key[FS_KEY_BYTES], const uint8_t signature[FS__SIGNATURE_BYTES],
                         const uint8_t binding[FS_KEY_BYTES]);

#endif
