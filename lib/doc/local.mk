# Documents: installed as text; `make html` makes the manual and the reference of the headers.
dist_doc_DATA += lib/doc/COVERAGE.md lib/doc/DETERMINISM.md lib/doc/GAMES.md lib/doc/HOSTING.md lib/doc/PROTOCOL.md lib/doc/REPLAY.md lib/doc/RESULTS.md
# The pictures of GAMES.md.
install-data-local: install-pictures
install-pictures:
	$(MKDIR_P) "$(DESTDIR)$(docdir)/games"
	$(INSTALL_DATA) "$(srcdir)"/lib/doc/games/*.png "$(DESTDIR)$(docdir)/games"
uninstall-pictures:
	rm -rf "$(DESTDIR)$(docdir)/games"
manualdir = $(docdir)/manual
dist_manual_DATA = $(MANUAL)
MANUAL = lib/doc/manual/index.md lib/doc/manual/01-hello.md lib/doc/manual/02-units.md lib/doc/manual/03-bodies.md \
	lib/doc/manual/04-joints.md lib/doc/manual/05-events.md lib/doc/manual/06-particles.md lib/doc/manual/07-game.md \
	lib/doc/manual/08-hosting.md lib/doc/manual/09-replays.md lib/doc/manual/10-determinism.md lib/doc/manual/11-space.md
EXTRA_DIST += lib/doc/Doxyfile lib/doc/doxygen.awk

html-local:
if WITH_DOXYGEN
	FS_TOP='$(abs_top_srcdir)' FS_OUT=html FS_VERSION='$(PACKAGE_VERSION)' FS_HTML=YES FS_EXTRACT_ALL=YES \
	    FS_UNDOCUMENTED=NO $(DOXYGEN) '$(srcdir)/lib/doc/Doxyfile'
	@echo "html/index.html"
else
	@echo "make html needs doxygen: install the Debian package doxygen, then configure again" >&2; exit 1
endif
# Installed where it was made.
install-html-local: html-local
	$(MKDIR_P) "$(DESTDIR)$(htmldir)/html"
	cp -R html/. "$(DESTDIR)$(htmldir)/html"
uninstall-html:
	rm -rf "$(DESTDIR)$(htmldir)/html"
uninstall-local: uninstall-html uninstall-pictures
clean-local: clean-html
clean-html:
	rm -rf html
.PHONY: clean-html install-pictures uninstall-html uninstall-pictures
