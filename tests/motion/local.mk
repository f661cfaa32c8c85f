CHECK_MODULES += tests/motion/check_flight
CHECK_MODULES += tests/motion/check_friction
CHECK_MODULES += tests/motion/check_kinematic_chain
CHECK_MODULES += tests/motion/check_motion
CHECK_MODULES += tests/motion/check_motion_models
CHECK_MODULES += tests/motion/check_segment
