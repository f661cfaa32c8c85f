CHECK_MODULES += tests/server/check_desync_limits
CHECK_MODULES += tests/server/check_desync_recording
tests_server_check_desync_limits_SOURCES = tests/server/check_desync_limits.c server/desync_limits.c server/desync_limits.h
tests_server_check_desync_recording_SOURCES = tests/server/check_desync_recording.c server/desync_recording.c server/desync_recording.h
tests_server_check_desync_recording_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_bans
CHECK_MODULES += tests/server/check_rotation
tests_server_check_bans_SOURCES = tests/server/check_bans.c server/bans.c server/bans.h
tests_server_check_bans_LDADD = $(APP_TEST_LDADD)
tests_server_check_rotation_SOURCES = tests/server/check_rotation.c server/rotation.c server/rotation.h
tests_server_check_rotation_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_console
tests_server_check_console_SOURCES = tests/server/check_console.c server/console/console.c server/console/console.h server/console/console_line.c server/host.c server/host.h \
	server/rounds.c server/policy.c server/players/absences.c server/bans.c server/rotation.c server/votes.c server/match_log.c server/match_report.c \
	server/desync_limits.c server/desync_recording.c server/tickets/tickets.c
tests_server_check_console_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_metrics
tests_server_check_metrics_SOURCES = tests/server/check_metrics.c server/metrics/metrics.c server/metrics/metrics.h server/metrics/metrics_address.c server/host.c server/host.h \
	server/rounds.c server/policy.c server/players/absences.c server/bans.c server/rotation.c server/votes.c server/match_log.c server/match_report.c \
	server/desync_limits.c server/desync_recording.c server/tickets/tickets.c
tests_server_check_metrics_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_votes
tests_server_check_votes_SOURCES = tests/server/check_votes.c server/votes.h server/host.c server/host.h \
	server/rounds.c server/policy.c server/players/absences.c server/bans.c server/rotation.c server/votes.c server/match_log.c server/match_report.c \
	server/desync_limits.c server/desync_recording.c server/tickets/tickets.c
tests_server_check_votes_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_absences
tests_server_check_absences_SOURCES = tests/server/check_absences.c server/players/absences.c server/players/absences.h
CHECK_MODULES += tests/server/check_watch
CHECK_MODULES += tests/server/check_instance
tests_server_check_watch_SOURCES = tests/server/check_watch.c server/supervise/watch.c server/supervise/watch.h
tests_server_check_instance_SOURCES = tests/server/check_instance.c server/supervise/instance.c server/supervise/instance.h
tests_server_check_instance_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_tickets
tests_server_check_tickets_SOURCES = tests/server/check_tickets.c server/tickets/tickets.c server/tickets/tickets.h
tests_server_check_tickets_LDADD = $(APP_TEST_LDADD)
CHECK_MODULES += tests/server/check_settings
tests_server_check_settings_SOURCES = tests/server/check_settings.c server/settings.c server/settings.h server/settings_check.c server/settings_example.c server/settings_match.c server/settings_modes.c \
	server/rotation.c server/supervise/instance.c server/metrics/metrics_address.c
tests_server_check_settings_LDADD = $(APP_TEST_LDADD)
