/* fixstep.h: the whole library in one include. The umbrellas of the areas stand alone: physics2.h (2D rigid
 * bodies), particles.h (point masses), lockstep.h (sessions and matches), num.h (scalar arithmetic). */
#ifndef FIXSTEP_FIXSTEP_H
#define FIXSTEP_FIXSTEP_H

/* Numbers and tools. */
#include <fixstep/arena.h>
#include <fixstep/fingerprint.h>
#include <fixstep/frame.h>
#include <fixstep/integrator.h>
#include <fixstep/num.h>
#include <fixstep/random.h>
#include <fixstep/result.h>
#include <fixstep/rot.h>
#include <fixstep/tasks.h>
#include <fixstep/text.h>
#include <fixstep/trig.h>
#include <fixstep/utf8.h>
#include <fixstep/vec.h>

/* State, game interface, drawing. */
#include <fixstep/draw.h>
#include <fixstep/sim.h>
#include <fixstep/state.h>
#include <fixstep/sync_test.h>
#include <fixstep/batch.h>
#include <fixstep/mesh.h>
#include <fixstep/view.h>

/* Physics. */
#include <fixstep/kinematic_chain.h>
#include <fixstep/motion.h>
#include <fixstep/particles.h>
#include <fixstep/physics2.h>
#include <fixstep/physics3.h>
#include <fixstep/segment.h>

/* Matches and recordings. */
#include <fixstep/lockstep.h>
#include <fixstep/identity.h>
#include <fixstep/ticket.h>
#include <fixstep/net.h>
#include <fixstep/replay.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, "MAJOR.MINOR.PATCH". A static string; the caller does not free it. */
FS_API const char *fs_version(void);

#ifdef __cplusplus
}
#endif
#endif
