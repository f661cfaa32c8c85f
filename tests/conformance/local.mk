# A second implementation of the protocol in Python, which plays with the first.
TESTS += tests/conformance/conformance.sh
EXTRA_DIST += tests/conformance/client.py tests/conformance/conformance.sh tests/conformance/crypto.py \
	tests/conformance/handshake.py tests/conformance/link.py tests/conformance/match.py tests/conformance/spectator.py
