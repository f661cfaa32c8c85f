/* physics2.h: the 2D rigid-body engine in one include: worlds, bodies, shapes, joints, materials, queries, events,
 * air forces, ready-made assemblies and the debug drawing. The order of a tick is described in world2.h.
 *
 * This file must never hold declarations of its own.
 */
#ifndef FIXSTEP_PHYSICS2_H
#define FIXSTEP_PHYSICS2_H

#include <fixstep/aero2.h>
#include <fixstep/assembly2.h>
#include <fixstep/body2.h>
#include <fixstep/debug2.h>
#include <fixstep/event2.h>
#include <fixstep/geometry2.h>
#include <fixstep/joint2.h>
#include <fixstep/material_pair2.h>
#include <fixstep/query2.h>
#include <fixstep/shape2.h>
#include <fixstep/world2.h>

#endif
