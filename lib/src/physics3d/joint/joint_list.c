/* joint_list.c: the lists of joints of the bodies, and the ends of joints.
 *
 * A body's joints form a list through (row * 2 + end) + 1; the newest joint is the first.
 */
#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

static uint32_t end_body(const struct fs_world3 *w, uint32_t link)
{
    return (link - 1) % 2 == 0 ? w->joint.body_a[(link - 1) / 2] : w->joint.body_b[(link - 1) / 2];
}

static uint32_t *next_of(const struct fs_world3 *w, uint32_t link)
{
    return (link - 1) % 2 == 0 ? &w->joint.next_a[(link - 1) / 2] : &w->joint.next_b[(link - 1) / 2];
}

bool fs__joint3_bodies(const struct fs_world3 *w, uint32_t joint, uint32_t *a, uint32_t *b)
{
    *a = w->joint.body_a[joint];
    *b = w->joint.body_b[joint];
    return fs__world3_row_live(w->joint.gen, joint);
}

void fs__joint3_link(struct fs_world3 *w, uint32_t row)
{
    for (uint32_t end = 0; end < 2; end++) {
        uint32_t link = row * 2 + end + 1;
        uint32_t *first = &w->body.first_joint[end_body(w, link)];
        *next_of(w, link) = *first;
        *first = link;
    }
}

static void unlink_end(struct fs_world3 *w, uint32_t link)
{
    uint32_t *at = &w->body.first_joint[end_body(w, link)];
    while (*at != 0 && *at != link)
        at = next_of(w, *at);
    if (*at != 0)
        *at = *next_of(w, link);
}

void fs__joint3_wake_bodies(struct fs_world3 *w, uint32_t row)
{
    fs__body3_wake_row(w, w->joint.body_a[row]);
    fs__body3_wake_row(w, w->joint.body_b[row]);
}

/* The bodies wake. */
void fs__joint3_destroy_row(struct fs_world3 *w, uint32_t row)
{
    fs__joint3_wake_bodies(w, row);
    unlink_end(w, row * 2 + 1);
    unlink_end(w, row * 2 + 2);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLD3_TABLE_JOINT,
                          fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_JOINT, row));
}

void fs__joint3_destroy_of_body(struct fs_world3 *w, uint32_t body)
{
    while (w->body.first_joint[body] != 0)
        fs__joint3_destroy_row(w, (w->body.first_joint[body] - 1) / 2);
}

void fs__joint3_wake_of_body(struct fs_world3 *w, uint32_t body)
{
    for (uint32_t link = w->body.first_joint[body]; link != 0; link = *next_of(w, link))
        fs__joint3_wake_bodies(w, (link - 1) / 2);
}

bool fs__joint3_blocks_collision(const struct fs_world3 *w, uint32_t body_a, uint32_t body_b)
{
    for (uint32_t link = w->body.first_joint[body_a]; link != 0; link = *next_of(w, link)) {
        uint32_t row = (link - 1) / 2;
        bool joined = w->joint.body_a[row] == body_b || w->joint.body_b[row] == body_b;
        if (joined && (w->joint.flags[row] & FS__JOINT3_COLLIDE_CONNECTED) == 0)
            return true;
    }
    return false;
}

bool fs__joint3_next_broken(const struct fs_world3 *w, uint32_t *row)
{
    for (; *row < *w->joint.rows; ++*row)
        if (fs__world3_row_live(w->joint.gen, *row) && (w->joint.flags[*row] & FS__JOINT3_BROKEN) != 0)
            return true;
    return false;
}

void fs__joint3_destroy_broken(struct fs_world3 *w)
{
    for (uint32_t row = 0; fs__joint3_next_broken(w, &row); row++)
        fs__joint3_destroy_row(w, row);
}

/* ---- validation ----------------------------------------------------------------------------------------------- */

static bool is_live_body(const struct fs_world3 *w, uint32_t body)
{
    return body < *w->body.rows && fs__world3_row_live(w->body.gen, body);
}

/* Every link names a joint of the body, and the lists hold as many ends as there are. */
static bool lists_valid(const struct fs_world3 *w, uint32_t ends)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        if (!fs__world3_row_live(w->body.gen, i))
            continue;
        for (uint32_t link = w->body.first_joint[i]; link != 0; link = *next_of(w, link)) {
            uint32_t row = (link - 1) / 2;
            if (row >= *w->joint.rows || !fs__world3_row_live(w->joint.gen, row) || end_body(w, link) != i ||
                listed++ >= ends)
                return false;
        }
    }
    return listed == ends;
}

bool fs__joint3_all_valid(const struct fs_world3 *w)
{
    uint32_t ends = 0, a, b;
    for (uint32_t i = 0; i < *w->joint.rows; i++) {
        if (!fs__joint3_bodies(w, i, &a, &b))
            continue;
        if (!is_live_body(w, a) || !is_live_body(w, b) || a == b || !fs__joint3_row_valid(w, i))
            return false;
        ends += 2;
    }
    return lists_valid(w, ends);
}
