/* absences.h: of which lost connections and returns the players are told, and when.
 *
 * A player whose connection comes and goes must not fill the screens of the others: of a slot one notice is told at once and
 * further ones at intervals, and each tells how it is then. Whoever is back before the loss was told was never missed.
 */
#ifndef FS_SERVER_ABSENCES_H
#define FS_SERVER_ABSENCES_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/lockstep.h>

enum { ABSENCES_INTERVAL_US = 10000000 /* between two notices of a slot */ };

/* Zeroed: nobody is away. */
typedef struct absences {
    uint64_t away, told_away;        /* slots, a bit each: as they are, and as the players know them */
    uint64_t due_us[FS_MAX_PLAYERS]; /* no notice of the slot before */
} absences;

/* The player of the slot has lost the connection, or has returned. */
void absences_note(absences *absences, uint32_t slot, bool away);
/* Another player has the slot. */
void absences_forget(absences *absences, uint32_t slot);
/* A slot of which the players are to be told now, and whether its player is away; false when there is none. Each call takes one. */
bool absences_take(absences *absences, uint64_t now_us, uint32_t *slot, bool *away);
/* Another match begins, whose slots have other players. */
void absences_clear(absences *absences);

#endif
