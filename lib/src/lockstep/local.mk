lib_libcore_la_SOURCES += \
	lib/src/lockstep/local.c lib/src/lockstep/match.c lib/src/lockstep/match_bots.c lib/src/lockstep/match_host.c \
	lib/src/lockstep/match_input.c lib/src/lockstep/match_internal.h lib/src/lockstep/match_peer.c \
	lib/src/lockstep/match_chat.c lib/src/lockstep/player/password.c lib/src/lockstep/player/password.h \
	lib/src/lockstep/player/player_text.c lib/src/lockstep/player/player_text.h lib/src/lockstep/match_hashes.c lib/src/lockstep/match_slot.c lib/src/lockstep/match_snapshot.c \
	lib/src/lockstep/match_tick.c lib/src/lockstep/trace/match_trace.c lib/src/lockstep/match_trouble.c \
	lib/src/lockstep/message.c lib/src/lockstep/message.h lib/src/lockstep/message_ticks.c \
	lib/src/lockstep/message_hash.c lib/src/lockstep/session.c lib/src/lockstep/session_internal.h \
	lib/src/lockstep/session_snapshot.c lib/src/lockstep/session_tick.c lib/src/lockstep/trace/fault_check.c lib/src/lockstep/trace/session_fault.c lib/src/lockstep/trace/session_hash.c \
	lib/src/lockstep/state_history.c lib/src/lockstep/state_history.h lib/src/lockstep/stream.c \
	lib/src/lockstep/stream.h \
	lib/src/lockstep/trace/phases.c lib/src/lockstep/trace/phases.h \
	lib/src/lockstep/referee/bundle_log.c lib/src/lockstep/referee/bundle_log.h lib/src/lockstep/referee/match_majority.c lib/src/lockstep/referee/match_referee.c \
	lib/src/lockstep/referee/referee.c lib/src/lockstep/referee/referee.h \
	lib/src/lockstep/spectate/broadcast.c lib/src/lockstep/spectate/broadcast.h lib/src/lockstep/spectate/head.c \
	lib/src/lockstep/spectate/head.h lib/src/lockstep/spectate/keyframe.c lib/src/lockstep/spectate/keyframe.h \
	lib/src/lockstep/spectate/match_relay.c lib/src/lockstep/spectate/match_spectators.c lib/src/lockstep/spectate/session_spectate.c
