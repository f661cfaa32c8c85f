#!/usr/bin/env python3
# spectator.py: watches a match over a real socket, written from lib/doc/PROTOCOL.md. It simulates nothing: it checks the
# signature of every HEAD, that the bundles between two of them lead from the chain of one to that of the other, that no bundle
# is missing, and how the match ends. A server that has no match yet keeps it waiting with NEXT.
#
# usage: spectator.py PORT NUMBER_FINGERPRINT; prints what it saw as JSON.
import hashlib
import json
import sys
import time

import client
import crypto
import link
import match

NEXT, LIMIT_S, WATCHED_S = 26, 60, 0.2


class Spectator:
    def __init__(self, port, numbers):
        self.numbers, self.link = numbers, link.Link("127.0.0.1", port, client.protocol_version())
        self.terms = self.cause = self.end = self.next_tick = self.chain = self.newest = None
        self.received = self.told = self.heads = self.checked = self.malformed = 0
        self.wrong_signatures = self.wrong_chains = self.gaps = 0
        self.join()

    def join(self):
        self.link.send(link.CONTROL, match.put_join(client.protocol_version(), self.numbers, "python", match.SPECTATE))

    def take_head(self, head):
        self.heads += 1
        self.wrong_signatures += not crypto.ed25519_verify(self.terms.key, head.signed_text(), head.signature)
        self.gaps += head.ticks != self.next_tick
        self.wrong_chains += self.chain is not None and self.chain != head.chain
        self.chain, self.newest = head.chain, head

    def take_bundle(self, tick, bundle):
        r = match.Reader(bundle)
        self.gaps += tick != self.next_tick or r.var() != tick
        self.next_tick = tick + 1
        if self.chain is not None:
            self.chain = hashlib.blake2b(self.chain + bundle, digest_size=16).digest()
            self.checked += 1

    def take_message(self, channel, message):
        kind, r = message[0], match.Reader(message[1:])
        if channel == link.BULK and self.terms is not None:
            self.received += len(message)
        if kind == match.REFUSE:
            raise link.Refused("result %d: %s" % (r.get("B"), r.text()))
        if kind == match.OFFER:
            offer = match.Offer(r)
            self.link.send(link.CONTROL, match.put_ready(offer.schema_hash, offer.config_hash))
        elif kind == match.SPECTATING:
            self.terms = match.Spectating(r)
        elif kind == match.SNAPSHOT:
            self.next_tick, self.chain = match.Chunk(r).tick, None
        elif kind == match.REPAIR:
            for tick, bundle in match.Ticks(r).bundles:
                self.take_bundle(tick, bundle)
        elif kind == match.HEAD:
            self.take_head(match.Head(r))
        elif kind == match.CAUSE:
            self.cause = match.Cause(r)
        elif kind == match.END:
            self.end = r.get("IQ")
        elif kind == NEXT and r.get("B") == 1 and self.terms is None:
            self.join()

    def run(self):
        limit, next_watched = time.monotonic() + LIMIT_S, 0.0
        while self.end is None and not self.link.closed and time.monotonic() < limit:
            self.link.serve(0.01)
            for channel, message in self.link.messages:
                try:
                    self.take_message(channel, message)
                except match.Malformed as error:
                    self.malformed += 1
                    print(error, file=sys.stderr)
            self.link.messages.clear()
            if self.received != self.told and time.monotonic() >= next_watched:
                next_watched, self.told = time.monotonic() + WATCHED_S, self.received
                self.link.send(link.CONTROL, match.put_watched(self.received))
        self.link.send(link.CONTROL, bytes((match.LEAVE,)))
        self.link.serve(0.1)


def main():
    s = Spectator(int(sys.argv[1]), int(sys.argv[2], 16))
    s.run()
    print(json.dumps({
        "relayed": s.terms.relayed, "delay_s": s.terms.delay_s, "signed": s.terms.signed,
        "origin": hashlib.blake2b(s.terms.key, digest_size=16).hexdigest(), "heads": s.heads,
        "checked_bundles": s.checked, "wrong_signatures": s.wrong_signatures, "wrong_chains": s.wrong_chains,
        "gaps": s.gaps, "malformed": s.malformed, "newest_head": s.newest.ticks, "head_hash": "%016x" % s.newest.state_hash,
        "cause": s.cause.cause, "continues": s.cause.continues, "end_ticks": s.end[0], "state_hash": "%016x" % s.end[1]}))


if __name__ == "__main__":
    main()
