# Installed headers.
pkginclude_HEADERS += \
	lib/include/fixstep/aero2.h lib/include/fixstep/aggregate.h lib/include/fixstep/arena.h \
	lib/include/fixstep/assembly2.h lib/include/fixstep/assembly3.h lib/include/fixstep/batch.h lib/include/fixstep/body2.h lib/include/fixstep/kinematic_chain.h \
	lib/include/fixstep/constant.h lib/include/fixstep/contact.h lib/include/fixstep/convert.h lib/include/fixstep/debug2.h \
	lib/include/fixstep/draw.h lib/include/fixstep/emitter.h lib/include/fixstep/event2.h lib/include/fixstep/explosion.h \
	lib/include/fixstep/fingerprint.h lib/include/fixstep/fixed.h lib/include/fixstep/force.h \
	lib/include/fixstep/frame.h lib/include/fixstep/identity.h lib/include/fixstep/int128.h lib/include/fixstep/integrator.h lib/include/fixstep/joint2.h \
	lib/include/fixstep/link.h lib/include/fixstep/lockstep.h lib/include/fixstep/material_pair2.h \
	lib/include/fixstep/mesh.h lib/include/fixstep/motion.h lib/include/fixstep/net.h lib/include/fixstep/num.h \
	lib/include/fixstep/particle.h lib/include/fixstep/particles.h lib/include/fixstep/physics2.h lib/include/fixstep/physics3.h \
	lib/include/fixstep/query2.h lib/include/fixstep/random.h \
	lib/include/fixstep/replay.h lib/include/fixstep/result.h lib/include/fixstep/rot.h \
	lib/include/fixstep/segment.h lib/include/fixstep/geometry2.h lib/include/fixstep/geometry3.h lib/include/fixstep/shape2.h lib/include/fixstep/sim.h \
	lib/include/fixstep/state.h lib/include/fixstep/sync_test.h lib/include/fixstep/tasks.h lib/include/fixstep/text.h lib/include/fixstep/ticket.h lib/include/fixstep/toi.h lib/include/fixstep/utf8.h \
	lib/include/fixstep/trig.h lib/include/fixstep/vec.h lib/include/fixstep/view.h lib/include/fixstep/wide.h \
	lib/include/fixstep/world2.h \
	lib/include/fixstep/body3.h lib/include/fixstep/debug3.h lib/include/fixstep/event3.h lib/include/fixstep/force3.h lib/include/fixstep/fracture3.h lib/include/fixstep/ground3.h lib/include/fixstep/joint3.h \
	lib/include/fixstep/material_pair3.h lib/include/fixstep/query3.h lib/include/fixstep/shape3.h \
	lib/include/fixstep/world3.h
