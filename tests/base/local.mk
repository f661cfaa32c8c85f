CHECK_MODULES += tests/base/check_growing_array
CHECK_MODULES += tests/base/check_parallel_for
CHECK_MODULES += tests/base/check_tournament_tree
CHECK_MODULES += tests/base/check_union_find
CHECK_MODULES += tests/base/check_utf8
