# The .pc files are written at installation, from the folders of that moment, so that
# make install prefix=/elsewhere holds.
EXTRA_DIST += lib/fixstep.pc.in lib/games/fixstep-games.pc.in
pkgconfigdir = $(libdir)/pkgconfig
FS_RELATIVE = realpath -m --relative-to
# Of the static library: found without a .pc file of theirs.
FS_PRIVATE_LIBS = $(ENET_LIBS) $(SODIUM_LIBS) $(ZSTD_LIBS) $(XXHASH_LIBS) $(JANSSON_LIBS) $(CAIRO_LIBS) $(FIXMATH_LIBS) $(LIBS) -lm
install-pkgconfig:
	$(MKDIR_P) "$(DESTDIR)$(pkgconfigdir)"
	for in in '$(srcdir)/lib/fixstep.pc.in' '$(srcdir)/lib/games/fixstep-games.pc.in'; do \
	    sed -e 's|@up@|'"$$($(FS_RELATIVE)='$(pkgconfigdir)' '$(prefix)')"'|' \
	        -e 's|@lib@|'"$$($(FS_RELATIVE)='$(prefix)' '$(libdir)')"'|' \
	        -e 's|@include@|'"$$($(FS_RELATIVE)='$(prefix)' '$(includedir)')"'|' \
	        -e 's|@version@|$(PACKAGE_VERSION)|' -e 's|@libs@|$(FS_PRIVATE_LIBS)|' \
	        "$$in" >"$(DESTDIR)$(pkgconfigdir)/$$(basename "$$in" .in)" || exit 1; \
	done
uninstall-pkgconfig:
	rm -f "$(DESTDIR)$(pkgconfigdir)/fixstep.pc" "$(DESTDIR)$(pkgconfigdir)/fixstep-games.pc"
install-data-local: install-pkgconfig
uninstall-local: uninstall-pkgconfig
.PHONY: install-pkgconfig uninstall-pkgconfig
