CHECK_MODULES += tests/physics2d/reference/check_errata2
