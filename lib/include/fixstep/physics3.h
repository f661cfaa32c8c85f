/* physics3.h: the 3D rigid-body engine in one include: worlds, bodies, shapes, meshes, height fields, materials, joints, assemblies,
 * fracture, queries, events, geometry and the debug drawing. The order of a tick is described in world3.h.
 *
 * This file must never hold declarations of its own.
 */
#ifndef FIXSTEP_PHYSICS3_H
#define FIXSTEP_PHYSICS3_H

#include <fixstep/assembly3.h>
#include <fixstep/body3.h>
#include <fixstep/debug3.h>
#include <fixstep/event3.h>
#include <fixstep/force3.h>
#include <fixstep/fracture3.h>
#include <fixstep/geometry3.h>
#include <fixstep/ground3.h>
#include <fixstep/joint3.h>
#include <fixstep/material_pair3.h>
#include <fixstep/query3.h>
#include <fixstep/shape3.h>
#include <fixstep/world3.h>

#endif
