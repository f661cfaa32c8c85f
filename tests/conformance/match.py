# match.py: messages, bundles and the chain, written from lib/doc/PROTOCOL.md. No socket and no clock here.
import hashlib
import struct

RESUME, KEY, JOIN, READY, REPAIR_REQUEST, LEAVE, INPUT_MESSAGE = 8, 11, 1, 2, 4, 6, 7
REFUSE, OFFER, WELCOME, START, END, TICKS_MESSAGE, REPAIR = 16, 17, 18, 19, 22, 25, 24
SPECTATE, WATCHED, SNAPSHOT, SPECTATING, HEAD, CAUSE = 13, 14, 23, 29, 30, 31
CONFIGURATION, NO_STAMP = 296, 2**32 - 1
BUNDLE_JOIN, BUNDLE_LEAVE, BUNDLE_DELAY, BUNDLE_CHAT = 1, 2, 3, 4


class Malformed(Exception):
    pass


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Malformed("too short")
        self.at += count
        return self.data[self.at - count:self.at]

    def get(self, form):
        values = struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))
        return values if len(values) > 1 else values[0]

    def var(self):
        value, shift = 0, 0
        while True:
            byte = self.get("B")
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                if (byte == 0 and shift > 7) or value >> 64:
                    raise Malformed("a number that is not in its shortest form")
                return value

    def text(self):
        return self.take(self.get("B")).decode()

    def delta(self, before):
        record = bytearray(before)
        mask = self.take((len(before) + 7) // 8)
        for i in range(len(before)):
            if mask[i // 8] >> i % 8 & 1:
                record[i] ^= self.get("B")
        return bytes(record)

    def bitmap(self, slots):
        return int.from_bytes(self.take((slots + 7) // 8), "little")

    def finish(self):
        if self.at != len(self.data):
            raise Malformed("%d bytes too many" % (len(self.data) - self.at))


def put_var(value):
    text = b""
    while value >= 0x80:
        text += bytes((value & 0x7f | 0x80,))
        value >>= 7
    return text + bytes((value,))


def put_text(text):
    return bytes((len(text.encode()),)) + text.encode()


def put_bitmap(bits, slots):
    return bits.to_bytes((slots + 7) // 8, "little")


def put_delta(before, record):
    mask, rest = bytearray((len(record) + 7) // 8), b""
    for i, (old, new) in enumerate(zip(before, record)):
        if old != new:
            mask[i // 8] |= 1 << i % 8
            rest += bytes((old ^ new,))
    return bytes(mask) + rest


# --- messages ---------------------------------------------------------------------------------------------------------

def put_key(proof):
    return bytes([KEY]) + proof


def put_join(version, numbers, name, kind=JOIN):
    return struct.pack("<BIHQ", kind, int.from_bytes(b"FXS1", "little"), version, numbers) + put_text(name) + \
        put_text("conformance")


def put_watched(received):
    """What a spectator says that has no state yet."""
    return struct.pack("<BIBIQQ", WATCHED, received & 0xffffffff, 0, 0, 0, 0)


def put_resume(token, stream):
    return struct.pack("<B16sI8s", RESUME, token, stream.next, stream.chain[:8])


def put_ready(schema_hash, config_hash):
    return struct.pack("<BQQ", READY, schema_hash, config_hash)


def put_repair_request(first, count):
    return struct.pack("<BII", REPAIR_REQUEST, first, count)


def put_input(serial, clock, delay, stamp, held, next_bundle, seen, first, inputs):
    """An INPUT without state hashes."""
    message = struct.pack("<BHBB", INPUT_MESSAGE, serial & 0xffff, 0, clock) + put_var(delay) + \
        struct.pack("<I", stamp) + put_var(held) + b"\0" + put_var(next_bundle) + put_var(seen) + put_var(0) + \
        put_var(first) + bytes((len(inputs),))
    before = bytes(len(inputs[0])) if inputs else b""
    for record in inputs:
        message += put_delta(before, record)
        before = record
    return message + put_var(next_bundle) + b"\0"


class Offer:
    def __init__(self, r):
        self.configuration = r.take(CONFIGURATION)
        self.schema_hash, self.config_hash, self.mode = r.get("QQB")
        r.finish()
        c = Reader(self.configuration)
        self.game = c.take(24).rstrip(b"\0").decode()
        self.seed, self.hz, self.players = c.get("QII")


class Welcome:
    def __init__(self, r):
        self.slot, self.delay_us, self.active_tick = r.get("BII")
        self.token, self.name = r.take(16), r.text()
        r.finish()


class Start:
    def __init__(self, r):
        self.tick, self.closes_in_us, self.clock, self.delay_us = r.get("IIBI")
        r.finish()


class Spectating:
    def __init__(self, r):
        self.delay_s, self.relayed, self.signed, self.key = r.get("HBB32s")
        r.finish()


class Head:
    def __init__(self, r):
        self.ticks, self.chain, self.state_hash, self.signature = r.get("I16sQ64s")
        r.finish()

    def signed_text(self):
        return b"FixstepMatchHead" + struct.pack("<I16sQ", self.ticks, self.chain, self.state_hash)


class Chunk:
    """A part of a SNAPSHOT."""

    def __init__(self, r):
        self.tick, self.total, self.offset = r.get("III")
        self.size = len(r.data) - r.at


class Cause:
    def __init__(self, r):
        self.cause, self.continues = r.get("BB")
        r.finish()


class Ticks:
    """TICKS and REPAIR; `bundles` are (tick, bytes)."""

    def __init__(self, r):
        self.stamp, self.serial, self.loss, self.clock = r.get("IHBB")
        self.first, self.count = r.var(), r.get("B")
        self.ahead, self.hash_lag, self.agreed_lag, self.delay, self.rtt = (r.var() for _ in range(5))
        self.bundles = [(self.first + i, r.take(r.var())) for i in range(self.count)]
        self.end = self.first + self.count
        r.finish()


# --- the stream ---------------------------------------------------------------------------------------------------------

class Stream:
    """Applies bundles: who is present, every input, the chain."""

    def __init__(self, configuration, players, input_size):
        self.slots, self.size, self.next = players, input_size, 0
        self.chain = hashlib.blake2b(configuration, digest_size=16).digest()
        self.inputs, self.names, self.substituted = [bytes(input_size)] * players, [None] * players, 0
        self.events = []

    def apply_event(self, kind, slot, value):
        if slot >= self.slots or (self.names[slot] is None) != (kind == BUNDLE_JOIN):
            raise Malformed("an event of slot %d" % slot)
        if kind == BUNDLE_JOIN:
            self.names[slot] = value
        elif kind == BUNDLE_LEAVE:
            self.names[slot], self.inputs[slot] = None, bytes(self.size)

    def apply(self, bundle):
        r, before = Reader(bundle), None
        tick, flags = r.var(), r.get("B")
        if tick != self.next or flags > 7:
            raise Malformed("tick %d in the place of %d" % (tick, self.next))
        self.events = []
        for _ in range(r.var() if flags & 4 else 0):
            kind, slot = r.get("BB")
            self.events.append((kind, slot, r.get("B") if kind == BUNDLE_DELAY else r.text()))
            self.apply_event(*self.events[-1])
        before = list(self.inputs)
        changed = r.bitmap(self.slots) if flags & 1 else 0
        for slot in range(self.slots):
            if changed >> slot & 1:
                self.inputs[slot] = r.delta(self.inputs[slot])
        self.substituted = r.bitmap(self.slots) if flags & 2 else 0
        r.finish()
        if self.encode(before) != bundle:
            raise Malformed("tick %d is not in its canonical form" % tick)
        self.chain = hashlib.blake2b(self.chain + bundle, digest_size=16).digest()
        self.next += 1

    def encode(self, before):
        """The bundle of the present tick in its canonical form."""
        present = [name is not None for name in self.names]
        changed = sum(1 << s for s in range(self.slots) if present[s] and before[s] != self.inputs[s])
        flags = (1 if changed else 0) | (2 if self.substituted else 0) | (4 if self.events else 0)
        text = put_var(self.next) + bytes((flags,))
        if self.events:
            text += put_var(len(self.events))
        for kind, slot, value in self.events:
            text += bytes((kind, slot)) + (bytes((value,)) if kind == BUNDLE_DELAY else put_text(value))
        if changed:
            text += put_bitmap(changed, self.slots)
        for slot in range(self.slots):
            if changed >> slot & 1:
                text += put_delta(before[slot], self.inputs[slot])
        return text + (put_bitmap(self.substituted, self.slots) if self.substituted else b"")
