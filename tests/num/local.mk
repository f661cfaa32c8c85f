# Constants of the formats at compile time.
TESTS += tests/num/constants.sh
CHECK_MODULES += tests/num/check_fingerprint
CHECK_MODULES += tests/num/check_frame
CHECK_MODULES += tests/num/check_random
CHECK_MODULES += tests/num/check_rot
CHECK_MODULES += tests/num/check_text
CHECK_MODULES += tests/num/check_trig
# These compare with the compiler's 128-bit integers.
if WITH_INT128
CHECK_MODULES += tests/num/check_constant
CHECK_MODULES += tests/num/check_num
CHECK_MODULES += tests/num/check_wide
CHECK_MODULES += tests/num/check_vec
CHECK_MODULES += tests/num/check_pow
endif
EXTRA_DIST += \
	tests/num/constants.sh tests/num/num_tables.inl tests/num/num_util.h tests/num/random_vectors.h
