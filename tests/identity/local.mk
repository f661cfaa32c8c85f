CHECK_MODULES += tests/identity/check_ticket
