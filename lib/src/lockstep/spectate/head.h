/* head.h: the signed end of a range of ticks, by which a spectator knows whose match it sees.
 *
 * A head names the ticks that a server has closed, the input chain after them, and the state hash. The chain begins with the
 * match configuration and has every bundle, so one signature proves the configuration and all inputs before it. The
 * server signs with its identity key; whoever passes the ticks on passes the head on unchanged.
 *
 * Signature: Ed25519 of "FixstepMatchHead", u32 ticks, 16 bytes chain, u64 state hash.
 */
#ifndef FS_LOCKSTEP_SPECTATE_HEAD_H
#define FS_LOCKSTEP_SPECTATE_HEAD_H

#include "identity/key_proof.h"
#include "lockstep/stream.h"

struct fs__head {
    uint32_t ticks; /* closed */
    uint8_t chain[FS__CHAIN_BYTES];
    uint64_t state_hash; /* after them */
    uint8_t signature[FS__SIGNATURE_BYTES];
};

/* Sets the signature by the secret seed of the server's key. */
void fs__head_sign(struct fs__head *head, const uint8_t seed[FS_KEY_BYTES]);
/* Whether the owner of the key has signed the head. Any bytes are safe. */
bool fs__head_check(const struct fs__head *head, const uint8_t key[FS_KEY_BYTES]);

#endif
