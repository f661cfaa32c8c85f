/* particles.h: point masses in one include: particles, force generators, links and particle systems, contacts,
 * continuous collision of balls, builders of aggregates, fireworks and sparks.
 *
 * This file must never hold declarations of its own.
 */
#ifndef FIXSTEP_PARTICLES_H
#define FIXSTEP_PARTICLES_H

#include <fixstep/aggregate.h>
#include <fixstep/contact.h>
#include <fixstep/emitter.h>
#include <fixstep/explosion.h>
#include <fixstep/force.h>
#include <fixstep/link.h>
#include <fixstep/particle.h>
#include <fixstep/toi.h>

#endif
