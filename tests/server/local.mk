CHECK_MODULES += tests/server/check_desync_limits
CHECK_MODULES += tests/server/check_desync_recording
tests_server_check_desync_limits_SOURCES = tests/server/check_desync_limits.c server/desync_limits.c server/desync_limits.h
tests_server_check_desync_recording_SOURCES = tests/server/check_desync_recording.c server/desync_recording.c server/desync_recording.h
tests_server_check_desync_recording_LDADD = $(APP_TEST_LDADD)
