/* ticket_command.h: "fixstep-server ticket": makes a ticket for a player. */
#ifndef FS_SERVER_TICKET_COMMAND_H
#define FS_SERVER_TICKET_COMMAND_H

/* argv[0] is "ticket". Returns the exit status: 0 done, 1 failed, 2 wrong usage. */
int ticket_command_run(int argc, char **argv);

#endif
