# Every test module, one line each.
CHECK_MODULES += tests/check_wire
CHECK_MODULES += tests/check_state
CHECK_MODULES += tests/check_state_codec
CHECK_MODULES += tests/check_state_pool
CHECK_MODULES += tests/check_motion
CHECK_MODULES += tests/check_motion_models
CHECK_MODULES += tests/check_flight
CHECK_MODULES += tests/check_friction
CHECK_MODULES += tests/check_segment
CHECK_MODULES += tests/check_chain
CHECK_MODULES += tests/check_emitter
CHECK_MODULES += tests/check_spark
EXTRA_DIST += tests/show_fixture.h
CHECK_MODULES += tests/check_sim
CHECK_MODULES += tests/check_golden
CHECK_MODULES += tests/check_airhockey
CHECK_MODULES += tests/check_airhockey_sync
EXTRA_DIST += tests/golden.inl tests/rink.h tests/script.h
CHECK_MODULES += tests/check_games
include tests/games.mk
CHECK_MODULES += tests/check_gate
CHECK_MODULES += tests/check_hostile
CHECK_MODULES += tests/check_net
EXTRA_DIST += tests/net_pair.h
CHECK_MODULES += tests/check_stream
CHECK_MODULES += tests/check_lock
CHECK_MODULES += tests/check_rot
CHECK_MODULES += tests/check_trig
CHECK_MODULES += tests/check_random
CHECK_MODULES += tests/check_text
CHECK_MODULES += tests/check_fingerprint
EXTRA_DIST += tests/num_util.h tests/num_tables.inl
CHECK_MODULES += tests/check_message
CHECK_MODULES += tests/check_clock
CHECK_MODULES += tests/check_state_schema
CHECK_MODULES += tests/check_state_diff
CHECK_MODULES += tests/check_state_text
EXTRA_DIST += tests/state_fixture.h
CHECK_MODULES += tests/check_recorder
CHECK_MODULES += tests/check_replay
CHECK_MODULES += tests/check_replay_fuzz
include tests/replay.mk
CHECK_MODULES += tests/check_storm
CHECK_MODULES += tests/check_draw
CHECK_MODULES += tests/check_project
CHECK_MODULES += tests/check_cells
CHECK_MODULES += tests/check_picture
CHECK_MODULES += tests/check_hold
CHECK_MODULES += tests/check_palette
CHECK_MODULES += tests/check_app_options
CHECK_MODULES += tests/check_app_script
CHECK_MODULES += tests/check_app_histogram
CHECK_MODULES += tests/check_app_text
CHECK_MODULES += tests/check_evidence
CHECK_MODULES += tests/check_particle
EXTRA_DIST += tests/particle_fixture.h
# These compare with the compiler's 128-bit integers.
if WITH_INT128
CHECK_MODULES += tests/check_num
CHECK_MODULES += tests/check_wide
CHECK_MODULES += tests/check_vec
CHECK_MODULES += tests/check_power
CHECK_MODULES += tests/check_particle_simd
endif
CHECK_MODULES += tests/check_shape2
CHECK_MODULES += tests/check_manifold2
