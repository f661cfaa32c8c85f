# crypto.py: the public algorithms that PROTOCOL.md names, in plain Python: X25519 (RFC 7748), Ed25519 (RFC 8032) and
# ChaCha20-Poly1305 (RFC 8439). Slow and not constant in time: for tests alone.
import hashlib
import struct

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


# --- X25519 ---------------------------------------------------------------------------------------------------------

def x25519(secret, point):
    k = int.from_bytes(secret, "little") & ~7 & ~(1 << 255) | 1 << 254
    u = int.from_bytes(point, "little") & ~(1 << 255)
    x2, z2, x3, z3, swapped = 1, 0, u, 1, 0
    for t in range(254, -1, -1):
        bit = k >> t & 1
        if bit != swapped:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swapped = bit
        a, b = x2 + z2, x2 - z2
        aa, bb = a * a % P, b * b % P
        e = aa - bb
        da, cb = (x3 - z3) * a % P, (x3 + z3) * b % P
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def x25519_public(secret):
    return x25519(secret, (9).to_bytes(32, "little"))


# --- Ed25519: points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z -------------------------------------------------

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(n, p):
    q = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            q = add(q, p)
        p = add(p, p)
        n >>= 1
    return q


def find_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = find_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def compress(p):
    inverse = pow(p[2], P - 2, P)
    return (p[1] * inverse % P | (p[0] * inverse % P & 1) << 255).to_bytes(32, "little")


def decompress(text):
    value = int.from_bytes(text, "little")
    y = value & ~(1 << 255)
    x = find_x(y, value >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def hash_number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def expand(seed):
    h = hashlib.sha512(seed).digest()
    return int.from_bytes(h[:32], "little") & ~7 & ~(1 << 255) | 1 << 254, h[32:]


def ed25519_public(seed):
    return compress(multiply(expand(seed)[0], BASE))


def ed25519_sign(seed, message):
    a, prefix = expand(seed)
    public = compress(multiply(a, BASE))
    r = hash_number(prefix, message) % L
    big_r = compress(multiply(r, BASE))
    s = (r + hash_number(big_r, public, message) * a) % L
    return big_r + s.to_bytes(32, "little")


def ed25519_verify(public, message, signature):
    a, r = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L or len(signature) != 64:
        return False
    right = add(r, multiply(hash_number(signature[:32], public, message) % L, a))
    return compress(multiply(s, BASE)) == compress(right)


# --- ChaCha20-Poly1305 --------------------------------------------------------------------------------------------------

ROUND = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13),
         (3, 4, 9, 14))


def chacha20_block(key, counter, nonce):
    start = (0x61707865, 0x3320646e, 0x79622d32, 0x6b206574) + struct.unpack("<8I", key) + (counter,) + \
        struct.unpack("<3I", nonce)
    s = list(start)
    for _ in range(10):
        for a, b, c, d in ROUND:
            x, y, z, w = s[a], s[b], s[c], s[d]
            x = x + y & 0xffffffff
            w ^= x
            w = (w << 16 | w >> 16) & 0xffffffff
            z = z + w & 0xffffffff
            y ^= z
            y = (y << 12 | y >> 20) & 0xffffffff
            x = x + y & 0xffffffff
            w ^= x
            w = (w << 8 | w >> 24) & 0xffffffff
            z = z + w & 0xffffffff
            y ^= z
            s[a], s[b], s[c], s[d] = x, (y << 7 | y >> 25) & 0xffffffff, z, w
    return struct.pack("<16I", *[i + j & 0xffffffff for i, j in zip(s, start)])


def chacha20(key, nonce, text):
    blocks = [chacha20_block(key, 1 + i, nonce) for i in range((len(text) + 63) // 64)]
    stream = b"".join(blocks)[:len(text)]
    return (int.from_bytes(text, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(text), "little")


def pad(text):
    return text + bytes(-len(text) % 16)


def tag(key, nonce, text, extra):
    one_time = chacha20_block(key, 0, nonce)[:32]
    r = int.from_bytes(one_time[:16], "little") & 0x0ffffffc0ffffffc0ffffffc0fffffff
    total = 0
    data = pad(extra) + pad(text) + struct.pack("<QQ", len(extra), len(text))
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at:at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return (total + int.from_bytes(one_time[16:], "little") & 2**128 - 1).to_bytes(16, "little")


def encrypt(key, nonce, text, extra):
    sealed = chacha20(key, nonce, text)
    return sealed + tag(key, nonce, sealed, extra)


def decrypt(key, nonce, sealed, extra):
    """The text, None when it is not authentic."""
    text, given = sealed[:-16], sealed[-16:]
    return chacha20(key, nonce, text) if len(sealed) >= 16 and tag(key, nonce, text, extra) == given else None
