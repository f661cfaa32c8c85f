#!/usr/bin/env python3
# handshake.py: a second implementation of the handshake and of the encryption of datagrams, written from
# lib/doc/PROTOCOL.md. It prints the values that tests/net/check_cipher.c and tests/identity/check_ticket.c expect.
import hashlib
import struct

import crypto

EPOCH = 1 << 16


def derive(key, number):
    return hashlib.blake2b(key=key, digest_size=32, salt=struct.pack("<QQ", number, 0),
                           person=b"FixstepS".ljust(16, b"\0")).digest()


def make_open(nonce, cookie, version, secret):
    head = b"FixstepO" + struct.pack("<IIHBB", nonce, cookie, version, 0, 0)
    return (head + crypto.x25519_public(secret)).ljust(192, b"\0")


def transcript_hash(open_, keys):
    return hashlib.blake2b(open_[:52] + keys[:82], digest_size=32).digest()


def make_keys(open_, seed, secret, link):
    head = b"FixstepK" + open_[8:12] + open_[16:18] + open_[18:19] + b"\0" + struct.pack("<H", link)
    part = head + crypto.x25519_public(secret) + crypto.ed25519_public(seed)
    return part + crypto.ed25519_sign(seed, b"FixstepHandshake" + transcript_hash(open_, part))


def session_keys(open_, keys, secret, other):
    shared = crypto.x25519(secret, other)
    root = hashlib.blake2b(transcript_hash(open_, keys), key=shared, digest_size=32).digest()
    return derive(root, 1), derive(root, 2), derive(root, 4)


def prove_key(seed, binding):
    return crypto.ed25519_public(seed) + crypto.ed25519_sign(seed, b"FixstepClientKey" + binding)


def prove_password(key, nonce, binding):
    return hashlib.blake2b(nonce + binding, key=key, digest_size=32).digest()


def make_ticket(seed, number, player, server, expires, name, match):
    body = b"FixstepT" + struct.pack("<BB", 1, (1 if player else 0) | (2 if server else 0)) + crypto.ed25519_public(seed)
    body += number + player + server + struct.pack("<Q", expires)
    for text in (name, match):
        body += bytes([len(text)]) + text
    return body + crypto.ed25519_sign(seed, b"FixstepTicketSig" + body)


def seal(key, link, number, content):
    for _ in range(number // EPOCH):
        key = derive(key, 3)
    head = struct.pack("<BHI", 1, link, number & 0xffffffff)
    return head + crypto.encrypt(key, struct.pack("<IQ", 0, number), content, head)


def main():
    client, server, seed = bytes(range(1, 33)), bytes(range(33, 65)), bytes(range(65, 97))
    open_ = make_open(0x01020304, 0x0a0b0c0d, 5, client)
    keys = make_keys(open_, seed, server, 0x1234)
    up, down, binding = session_keys(open_, keys, client, keys[18:50])
    assert (up, down, binding) == session_keys(open_, keys, server, open_[20:52])
    print("open     ", open_[:52].hex())
    print("keys     ", keys.hex())
    print("up 0     ", seal(up, 0x1234, 0, b"from the client").hex())
    print("down 0   ", seal(down, 0x1234, 0, b"from the server").hex())
    print("up 65536 ", seal(up, 0x1234, EPOCH, b"the next epoch").hex())
    print("binding  ", binding.hex())
    print("key proof", prove_key(bytes(range(97, 129)), binding).hex())
    print("password ", prove_password(bytes(range(129, 161)), bytes(range(161, 177)), binding).hex())
    print("ticket   ", make_ticket(bytes(range(1, 33)), bytes(range(16)), bytes(range(16, 32)), bytes(range(32, 48)),
                                   1800000000, b"ann", b"cup").hex())
    print("ticket 0 ", make_ticket(bytes(range(1, 33)), bytes(range(16)), b"", b"", 1, b"", b"").hex())
    identity = keys[50:82]
    finger = hashlib.blake2b(identity, digest_size=16).hexdigest()
    print("finger   ", "-".join(finger[i:i + 4] for i in range(0, 32, 4)))


if __name__ == "__main__":
    main()
