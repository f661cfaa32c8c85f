#!/usr/bin/env python3
# client.py: a player that plays a whole match over a real socket and simulates nothing, written from lib/doc/PROTOCOL.md.
# It checks every bundle and the chain, leaves its connection without a word after RESUME_TICKS, and comes back with RESUME:
# the server offers the missing bundles only to a client whose chain is a beginning of its own.
#
# usage: client.py PORT NUMBER_FINGERPRINT INPUT_SIZE RESUME_TICKS; prints what it saw as JSON.
import hashlib
import json
import os
import re
import sys
import time

import crypto
import handshake
import link
import match

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib/doc/PROTOCOL.md")
MAX_INPUTS, NAME, SEED = 40, "python", bytes(range(32))


def protocol_version():
    with open(DOCUMENT, encoding="utf-8") as file:
        return int(re.match(r"# The Fixstep protocol, version (\d+)", file.readline()).group(1))


class Player:
    def __init__(self, port, numbers, input_size):
        self.port, self.numbers, self.input_size = port, numbers, input_size
        self.link = self.offer = self.stream = self.welcome = self.start = self.end = None
        self.queue, self.sent, self.serial, self.modes = {}, {}, 0, []
        self.newest, self.acked, self.stamp, self.stamp_at, self.repair_at = 0, 0, 0, None, 0
        self.closes_at = 0.0                     # when tick start.tick closes
        self.own = self.substituted = self.wrong = self.malformed = 0

    # --- joining --------------------------------------------------------------------------------------------------------

    def dial(self):
        resuming = self.welcome
        self.link = link.Link("127.0.0.1", self.port, protocol_version())
        self.welcome = self.start = None
        if resuming:
            self.link.send(link.CONTROL, match.put_resume(resuming.token, self.stream))
        self.link.send(link.CONTROL, match.put_key(handshake.prove_key(SEED, self.link.binding)))
        self.link.send(link.CONTROL, match.put_join(protocol_version(), self.numbers, NAME))

    def take_offer(self, offer):
        self.offer = offer
        self.modes.append(offer.mode)
        if self.stream is None:
            self.stream = match.Stream(offer.configuration, offer.players, self.input_size)
        self.link.send(link.CONTROL, match.put_ready(offer.schema_hash, offer.config_hash))

    def take_start(self, start):
        self.start = start
        self.closes_at = time.monotonic() + start.closes_in_us / 1e6
        self.sent, self.acked = {}, max(start.tick, self.welcome.active_tick)

    # --- every tick -----------------------------------------------------------------------------------------------------

    def take_ticks(self, ticks):
        if ticks.stamp and ticks.end >= self.newest:
            self.newest, self.stamp, self.stamp_at = ticks.end, ticks.stamp, time.monotonic()
            self.acked = max(self.acked, ticks.end + ticks.ahead)
        self.queue.update(ticks.bundles)
        while self.stream is not None and self.stream.next in self.queue:
            self.apply(self.queue.pop(self.stream.next))

    def apply(self, bundle):
        tick = self.stream.next
        self.stream.apply(bundle)
        slot = self.welcome.slot if self.welcome else None
        if slot is None or self.stream.names[slot] is None:
            return
        if self.stream.names[slot] != self.welcome.name:
            self.wrong += 1
        if self.stream.substituted >> slot & 1:
            self.substituted += 1
        elif tick in self.sent:
            self.own += 1
            self.wrong += self.stream.inputs[slot] != self.sent[tick]

    def choose_input(self, tick):
        """Any bytes that the game does not change: of air hockey two axes, a button and zero."""
        axes = hashlib.blake2b(tick.to_bytes(4, "little"), digest_size=2).digest()
        return bytes((axes[0] & 0x7f, axes[1] & 0x7f)).ljust(self.input_size, b"\0")

    def send_input(self):
        hz, now = self.offer.hz, time.monotonic()
        delay = self.start.delay_us or self.welcome.delay_us
        while len(self.sent) < 100000 and self.end is None:
            tick = max(self.acked, max(self.sent, default=-1) + 1)
            closes = self.closes_at + (tick - self.start.tick) / hz
            if now < closes - delay / 1e6 - 0.02 or tick - self.acked >= MAX_INPUTS:
                break
            self.sent[tick] = self.choose_input(tick)
        last = max(self.sent, default=self.acked - 1)
        inputs = [self.sent[t] for t in range(self.acked, last + 1) if t in self.sent]
        seen = max(0, self.newest - self.stream.next)
        held = int((now - self.stamp_at) * 1e6) if self.stamp_at else match.NO_STAMP
        self.serial += 1
        self.link.send(link.INPUT, match.put_input(self.serial, self.start.clock, delay // 64, self.stamp, held,
                                                   self.stream.next, seen, self.acked, inputs))
        if seen > 40 and now > self.repair_at:
            self.repair_at = now + 0.4
            self.link.send(link.CONTROL, match.put_repair_request(self.stream.next, seen))

    def take_message(self, message):
        kind, r = message[0], match.Reader(message[1:])
        if kind == match.REFUSE:
            raise link.Refused("result %d: %s" % (r.get("B"), r.text()))
        if kind == match.OFFER:
            self.take_offer(match.Offer(r))
        elif kind == match.WELCOME:
            self.welcome = match.Welcome(r)
        elif kind == match.START:
            self.take_start(match.Start(r))
        elif kind in (match.TICKS_MESSAGE, match.REPAIR):
            self.take_ticks(match.Ticks(r))
        elif kind == match.END:
            self.end = r.get("IQ")

    def run(self, until):
        """Plays until a tick, or to the end of the match."""
        limit, next_input = time.monotonic() + 60, 0.0
        while not self.link.closed and time.monotonic() < limit:
            self.link.serve(0.004)
            for _, message in self.link.messages:
                try:
                    self.take_message(message)
                except match.Malformed as error:
                    self.malformed += 1
                    print(error, file=sys.stderr)
            self.link.messages.clear()
            done = self.stream is not None and (self.stream.next >= until or
                                                (self.end is not None and self.stream.next >= self.end[0]))
            if done:
                return
            if self.start is not None and self.welcome is not None and time.monotonic() >= next_input:
                next_input = time.monotonic() + 1 / self.offer.hz
                self.send_input()


def main():
    port, numbers, input_size, resume_ticks = int(sys.argv[1]), int(sys.argv[2], 16), int(sys.argv[3]), int(sys.argv[4])
    player = Player(port, numbers, input_size)
    player.dial()
    player.run(resume_ticks)
    slot, first = player.welcome.slot, player.link.identity
    player.link.close()
    player.dial()
    player.run(2**32)
    player.link.send(link.CONTROL, bytes((match.LEAVE,)))
    player.link.serve(0.1)
    print(json.dumps({
        "game": player.offer.game, "players": player.offer.players, "modes": player.modes,
        "same_slot": player.welcome.slot == slot, "same_identity": player.link.identity == first,
        "ticks": player.stream.next, "end_ticks": player.end[0] if player.end else None,
        "state_hash": "%016x" % player.end[1] if player.end else None, "chain": player.stream.chain.hex(),
        "own": player.own, "substituted": player.substituted, "wrong": player.wrong, "malformed": player.malformed,
        "names": player.stream.names, "fingerprint": hashlib.blake2b(first, digest_size=16).hexdigest(),
        "key": hashlib.blake2b(crypto.ed25519_public(SEED), digest_size=16).hexdigest()}))


if __name__ == "__main__":
    main()
