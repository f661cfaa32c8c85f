# What the Debian packages are made of; ./bootstrap deb makes them.
EXTRA_DIST += debian/changelog debian/control debian/copyright debian/rules debian/source/format \
	debian/fixstep-server.install debian/fixstep-server.postrm debian/fixstep-client.install debian/fixstep-replay.install \
	debian/libfixstep0.install debian/libfixstep-games0.install debian/libfixstep-dev.install debian/libfixstep-dev.examples \
	debian/fixstep-doc.install
