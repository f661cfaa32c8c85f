CHECK_MODULES += tests/client/check_hold
CHECK_MODULES += tests/client/check_palette
tests_client_check_hold_SOURCES = tests/client/check_hold.c client/hold.c client/hold.h
tests_client_check_palette_SOURCES = tests/client/check_palette.c client/palette.c client/palette.h
