# What a desktop needs to list the client.
if WITH_WINDOW
applicationsdir = $(datadir)/applications
dist_applications_DATA = client/desktop/fixstep.desktop
iconsdir = $(datadir)/icons/hicolor/scalable/apps
dist_icons_DATA = client/desktop/fixstep.svg
else
EXTRA_DIST += client/desktop/fixstep.desktop client/desktop/fixstep.svg
endif
