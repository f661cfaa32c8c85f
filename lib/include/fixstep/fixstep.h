/* fixstep.h: the whole library in one include. */
#ifndef FIXSTEP_FIXSTEP_H
#define FIXSTEP_FIXSTEP_H

#include <fixstep/aero2.h>
#include <fixstep/aggregate.h>
#include <fixstep/arena.h>
#include <fixstep/body2.h>
#include <fixstep/kinematic_chain.h>
#include <fixstep/contact.h>
#include <fixstep/draw.h>
#include <fixstep/emitter.h>
#include <fixstep/event2.h>
#include <fixstep/force.h>
#include <fixstep/frame.h>
#include <fixstep/joint2.h>
#include <fixstep/link.h>
#include <fixstep/lockstep.h>
#include <fixstep/material_pair2.h>
#include <fixstep/motion.h>
#include <fixstep/net.h>
#include <fixstep/num.h>
#include <fixstep/particle.h>
#include <fixstep/query2.h>
#include <fixstep/random.h>
#include <fixstep/replay.h>
#include <fixstep/result.h>
#include <fixstep/segment.h>
#include <fixstep/shape2.h>
#include <fixstep/geometry2.h>
#include <fixstep/sim.h>
#include <fixstep/state.h>
#include <fixstep/tasks.h>
#include <fixstep/text.h>
#include <fixstep/toi.h>
#include <fixstep/trig.h>
#include <fixstep/vec.h>
#include <fixstep/view.h>
#include <fixstep/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, "MAJOR.MINOR.PATCH". */
FS_API const char *fs_version(void);

#ifdef __cplusplus
}
#endif
#endif
