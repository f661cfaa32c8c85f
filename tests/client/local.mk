CHECK_MODULES += tests/client/check_held_keys
CHECK_MODULES += tests/client/check_palette
tests_client_check_held_keys_SOURCES = tests/client/check_held_keys.c client/held_keys.c client/held_keys.h
tests_client_check_palette_SOURCES = tests/client/check_palette.c client/palette.c client/palette.h
