/* launcher.h: what fixstep-client shows when it is started without arguments where there is a display. */
#ifndef FS_CLIENT_LAUNCHER_H
#define FS_CLIENT_LAUNCHER_H

/* Shows the lists until the user leaves; matches and recordings run in processes of their own. The exit status. */
int launcher_run(void);

#endif
