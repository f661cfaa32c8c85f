# link.py: a client's connection to a server, written from lib/doc/PROTOCOL.md: cookie, handshake, encrypted datagrams,
# and in them the protocol of ENet 1.3 as far as the document uses it (no checksum, no compression, no bandwidth limits).
import os
import select
import socket
import struct
import time

import crypto
import handshake

CONTROL, INPUT, TICKS, BULK = range(4)
RELIABLE, UNSEQUENCED, SENT_TIME = 0x80, 0x40, 0x8000
ACK, CONNECT, VERIFY, DISCONNECT, PING, SEND, UNRELIABLE, FRAGMENT, LOOSE, LIMIT, THROTTLE = range(1, 12)
SIZES = {ACK: 8, CONNECT: 48, VERIFY: 44, DISCONNECT: 8, PING: 4, SEND: 6, UNRELIABLE: 8, FRAGMENT: 24, LOOSE: 8,
         LIMIT: 12, THROTTLE: 16}
MTU, WINDOW, RETRY_S, PATIENCE_S = 1232, 65536, 0.25, 20


class Refused(Exception):
    pass


class Sealer:
    """One direction of the encryption."""

    def __init__(self, key, link):
        self.keys, self.link, self.next = {0: key}, link, 0

    def key(self, number):
        epoch = number // handshake.EPOCH
        if epoch not in self.keys:
            self.keys = {epoch: handshake.derive(self.key((epoch - 1) * handshake.EPOCH), 3)}
        return self.keys[epoch]

    def seal(self, content):
        head = struct.pack("<BHI", 1, self.link, self.next & 0xffffffff)
        sealed = crypto.encrypt(self.key(self.next), struct.pack("<IQ", 0, self.next), content, head)
        self.next += 1
        return head + sealed

    def open(self, datagram):
        """The content, None when it is not authentic or not of this link."""
        if len(datagram) < 23 or struct.unpack_from("<BH", datagram) != (1, self.link):
            return None
        low = struct.unpack_from("<I", datagram, 3)[0]
        number = low + ((self.next - low + (1 << 31)) >> 32 << 32)   # the nearest to the expected one
        if number < 0:
            return None
        content = crypto.decrypt(self.key(number), struct.pack("<IQ", 0, number), datagram[7:], datagram[:7])
        self.next = max(self.next, number + 1) if content is not None else self.next
        return content


class Link:
    """A connection. `messages` are (channel, bytes) that have arrived."""

    def __init__(self, host, port, version):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect((host, port))
        self.version, self.identity, self.messages = version, None, []
        self.sequence = {channel: 0 for channel in (0, 1, 2, 3, 0xff)}   # of reliable commands sent
        self.expected = {channel: 1 for channel in range(4)}             # of those received
        self.early, self.waiting, self.group = {channel: {} for channel in range(4)}, {}, 0
        self.peer, self.session, self.connected, self.closed = 0xfff, 0, False, False
        self.shake_hands()
        self.connect()

    def exchange(self, datagram, accept):
        """Sends the datagram until an answer is accepted, and returns what accept() made of it."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            self.socket.send(datagram)
            again = time.monotonic() + RETRY_S
            while time.monotonic() < again:
                if select.select([self.socket], [], [], again - time.monotonic())[0]:
                    result = accept(self.socket.recv(2048))
                    if result is not None:
                        return result
        raise Refused("no answer")

    def shake_hands(self):
        nonce, secret = int.from_bytes(os.urandom(4), "little"), os.urandom(32)
        hello = (b"FixstepH" + struct.pack("<I", nonce)).ljust(64, b"\0")
        cookie = self.exchange(hello, lambda d: struct.unpack_from("<I", d, 12)[0]
                               if len(d) == 16 and d[:12] == b"FixstepC" + struct.pack("<I", nonce) else None)
        open_ = handshake.make_open(nonce, cookie, self.version, secret)
        keys = self.exchange(open_, lambda d: self.accept_keys(d, open_, nonce))
        up, down, self.binding = handshake.session_keys(open_, keys, secret, keys[18:50])
        link = struct.unpack_from("<H", keys, 16)[0]
        self.identity, self.up, self.down = keys[50:82], Sealer(up, link), Sealer(down, link)

    def accept_keys(self, d, open_, nonce):
        if len(d) < 16 or d[:12] != b"FixstepK" + struct.pack("<I", nonce):
            return None
        version, mode = struct.unpack_from("<HB", d, 12)
        if (version, mode) != (self.version, 0):
            raise Refused("the server speaks version %d, mode %d" % (version, mode))
        signed = b"FixstepHandshake" + handshake.transcript_hash(open_, d)
        return d if len(d) == 146 and crypto.ed25519_verify(d[50:82], signed, d[82:]) else None

    # --- datagrams of ENet ------------------------------------------------------------------------------------------

    def transmit(self, *commands):
        head = struct.pack(">HH", self.peer | self.session << 12 | SENT_TIME, self.milliseconds())
        try:
            self.socket.send(self.up.seal(head + b"".join(commands)))
        except ConnectionRefusedError:  # the server has ended: nobody hears the last LEAVE
            self.closed = True

    @staticmethod
    def milliseconds():
        return int(time.monotonic() * 1000) & 0xffff

    def command(self, kind, flags, channel, body):
        """A command; a reliable one is kept until it is acknowledged."""
        if flags & RELIABLE:
            self.sequence[channel] = self.sequence[channel] + 1 & 0xffff
        number = self.sequence[channel] if flags & RELIABLE else 0
        command = struct.pack(">BBH", kind | flags, channel, number) + body
        if flags & RELIABLE:
            self.waiting[channel, number] = (time.monotonic(), command)
        self.transmit(command)

    def connect(self):
        body = struct.pack(">HBBIIIIIIIIII", 0, 0xff, 0xff, MTU, WINDOW, 4, 0, 0, 5000, 2, 2,
                           int.from_bytes(os.urandom(4), "little") | 1, 0)
        self.command(CONNECT, RELIABLE, 0xff, body)
        end = time.monotonic() + PATIENCE_S
        while not self.connected and time.monotonic() < end:
            self.serve(RETRY_S)
        if not self.connected:
            raise Refused("no connection")

    def send(self, channel, message):
        if channel == INPUT:
            self.group = self.group + 1 & 0xffff
            self.command(LOOSE, UNSEQUENCED, channel, struct.pack(">HH", self.group, len(message)) + message)
        else:
            self.command(SEND, RELIABLE, channel, struct.pack(">H", len(message)) + message)

    def close(self):
        """Ends the connection without a word of the match."""
        self.command(DISCONNECT, RELIABLE, 0xff, struct.pack(">I", 0))
        end = time.monotonic() + 2
        while self.waiting and time.monotonic() < end:
            self.serve(0.05)
        self.socket.close()

    def serve(self, seconds):
        """Reads what arrives within a time, and repeats what was not acknowledged."""
        ready = select.select([self.socket], [], [], max(0, seconds))[0]
        while ready:
            try:
                content = self.down.open(self.socket.recv(2048))
            except ConnectionRefusedError:
                self.closed = True
                return
            if content is not None:
                self.read_datagram(content)
            ready = select.select([self.socket], [], [], 0)[0]
        now = time.monotonic()
        for key, (sent, command) in list(self.waiting.items()):
            if now - sent > RETRY_S:
                self.waiting[key] = (now, command)
                self.transmit(command)

    def read_datagram(self, content):
        head = struct.unpack_from(">H", content)[0]
        at, sent = (4, struct.unpack_from(">H", content, 2)[0]) if head & SENT_TIME else (2, 0)
        while at + 4 <= len(content):
            kind, channel, number = struct.unpack_from(">BBH", content, at)
            size = SIZES[kind & 15]
            body = content[at + 4:at + size]
            length = struct.unpack_from(">H", body, {SEND: 0}.get(kind & 15, 2))[0] \
                if kind & 15 in (SEND, UNRELIABLE, FRAGMENT, LOOSE) else 0
            data = content[at + size:at + size + length]
            at += size + length
            if kind & RELIABLE:
                self.transmit(struct.pack(">BBHHH", ACK, channel, number, number, sent))
            self.take_command(kind & 15, channel, number, body, data)

    def take_command(self, kind, channel, number, body, data):
        if kind == ACK:
            self.waiting.pop((channel, struct.unpack_from(">H", body)[0]), None)
        elif kind == VERIFY:
            self.peer, _, self.session = struct.unpack_from(">HBB", body)
            self.session &= 3
            self.waiting.pop((0xff, 1), None)
            self.connected = True
        elif kind == DISCONNECT:
            self.closed = True
        elif kind == LOOSE:
            self.messages.append((channel, data))
        elif kind == SEND:
            self.order(channel, number, {0: data}, 1)
        elif kind == FRAGMENT:
            start, _, count, index = struct.unpack_from(">HHII", body)
            self.order(channel, start, {index: data}, count)

    def order(self, channel, number, parts, count):
        """Passes on reliable messages in their order; a message of `count` fragments has as many numbers."""
        ahead = (number - self.expected[channel]) & 0xffff
        if ahead >= 0x8000:
            return
        known = self.early[channel].setdefault(number, ({}, count))[0]
        known.update(parts)
        while self.expected[channel] in self.early[channel]:
            have, wanted = self.early[channel][self.expected[channel]]
            if len(have) < wanted:
                return
            del self.early[channel][self.expected[channel]]
            self.messages.append((channel, b"".join(have[i] for i in range(wanted))))
            self.expected[channel] = (self.expected[channel] + wanted) & 0xffff
