CHECK_MODULES += tests/particles/check_aggregate
CHECK_MODULES += tests/particles/check_contact
CHECK_MODULES += tests/particles/check_contact_friction
CHECK_MODULES += tests/particles/check_direct
CHECK_MODULES += tests/particles/check_emitter
CHECK_MODULES += tests/particles/check_explosion
CHECK_MODULES += tests/particles/check_force
CHECK_MODULES += tests/particles/check_force_table
CHECK_MODULES += tests/particles/check_link
CHECK_MODULES += tests/particles/check_link_momentum
CHECK_MODULES += tests/particles/check_particle
CHECK_MODULES += tests/particles/check_particle_accuracy
CHECK_MODULES += tests/particles/check_particle_motion
CHECK_MODULES += tests/particles/check_particle_system
CHECK_MODULES += tests/particles/check_point_grid
CHECK_MODULES += tests/particles/check_resolver
CHECK_MODULES += tests/particles/check_spark
CHECK_MODULES += tests/particles/check_spring
CHECK_MODULES += tests/particles/check_toi
# These compare with the compiler's 128-bit integers.
if WITH_INT128
CHECK_MODULES += tests/particles/check_particle_simd
endif
EXTRA_DIST += \
	tests/particles/link_fixture.h tests/particles/particle_fixture.h tests/particles/particle_numbers.h tests/particles/firework_fixture.h
