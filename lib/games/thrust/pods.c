/* pods.c: pods are taken, towed, delivered and brought back. */
#include "games/thrust/thrust.h"

#define DM(n) ((fs_pos)(n)*FS_POS_ONE / 10)

/* ---- cables ------------------------------------------------------------------------------------------------------------ */

static bool is_towed(const struct thrust_view *v, uint32_t pod)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.towed[slot] == pod + 1)
            return true;
    return false;
}

/* Ties go to the lower number. The number of pods: none. */
static uint32_t find_pod(const struct thrust_view *v, const struct fs_world3 *w, fs_pos3 at)
{
    uint32_t best = *v->pod.rows;
    fs_pos nearest = THRUST_CABLE * FS_POS_ONE;
    for (uint32_t pod = 0; pod < *v->pod.rows; pod++) {
        fs_pos d = fs_pos3_dist(w->body.pos[fs__thrust_pod_row(*v->pod.rows, pod)], at);
        if (v->pod.wait[pod] > 0 || is_towed(v, pod) || d >= nearest)
            continue;
        nearest = d;
        best = pod;
    }
    return best;
}

void fs__thrust_grip(struct thrust_view *v, struct fs_world3 *w, uint32_t slot)
{
    uint32_t row = fs__thrust_craft_row(*v->pod.rows, slot), pod = find_pod(v, w, w->body.pos[row]);
    fs_joint3_def def = fs_default_joint3_def(FS_JOINT3_CABLE);
    fs_joint3 cable;
    if (pod == *v->pod.rows)
        return;
    def.body_a = fs_body3_at(w, row);
    def.body_b = fs_body3_at(w, fs__thrust_pod_row(*v->pod.rows, pod));
    def.upper_limit = THRUST_CABLE * FS_REL_ONE;
    def.flags = FS_JOINT3_COLLIDE_CONNECTED;
    if (fs_joint3_create(w, &def, &cable) != FS_OK)
        return;
    v->player.cable[slot] = cable.handle;
    v->player.towed[slot] = (uint8_t)(pod + 1);
    v->pod.by[pod] = (uint8_t)(slot + 1);
}

void fs__thrust_let_go(struct thrust_view *v, struct fs_world3 *w, uint32_t slot)
{
    if (v->player.towed[slot] == 0)
        return;
    (void)fs_joint3_destroy(w, (fs_joint3){ v->player.cable[slot] });
    v->player.cable[slot] = (fs_handle){ 0, 0 };
    v->player.towed[slot] = 0;
}

/* ---- ways of a pod ------------------------------------------------------------------------------------------------------ */

bool fs__thrust_in_zone(fs_pos3 at)
{
    const uint64_t edge = (uint64_t)THRUST_BASE * FS_POS_ONE;
    return fs_uabs64(at.x) <= edge && fs_uabs64(at.z) <= edge &&
           at.y < (THRUST_BASE_HIGH + THRUST_ZONE_HIGH) * FS_POS_ONE;
}

static bool is_lost(fs_pos3 at)
{
    const uint64_t edge = (uint64_t)THRUST_EDGE * FS_POS_ONE;
    return fs_uabs64(at.x) > edge || fs_uabs64(at.z) > edge || at.y < -FS_POS_ONE;
}

/* Takes the pod off its cable and away, until its pad gets it. */
static void take_pod(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t pod)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.towed[slot] == pod + 1)
            fs__thrust_let_go(v, w, slot);
    (void)fs_body3_set_enabled(w, fs_body3_at(w, fs__thrust_pod_row(*v->pod.rows, pod)), false);
    v->pod.wait[pod] = (uint16_t)rules->wait_ticks;
    v->pod.by[pod] = 0;
}

static void put_on_pad(struct thrust_view *v, struct fs_world3 *w, uint32_t pod)
{
    fs_body3 body = fs_body3_at(w, fs__thrust_pod_row(*v->pod.rows, pod));
    fs_pos3 at = fs__thrust_pad(pod, *v->pod.rows);
    at.y += DM(THRUST_POD_DM);
    (void)fs_body3_set_enabled(w, body, true);
    (void)fs_body3_set_pose(w, body, at, fs_quat_identity());
    (void)fs_body3_set_velocity(w, body, fs_vel3_zero(), fs_vel3_zero());
}

void fs__thrust_update_pods(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules)
{
    for (uint32_t pod = 0; pod < *v->pod.rows; pod++) {
        fs_pos3 at = w->body.pos[fs__thrust_pod_row(*v->pod.rows, pod)];
        uint32_t by = v->pod.by[pod];
        if (v->pod.wait[pod] > 0) {
            if (--v->pod.wait[pod] == 0)
                put_on_pad(v, w, pod);
        } else if (fs__thrust_in_zone(at)) {
            if (by > 0)
                v->player.score[by - 1]++;
            take_pod(v, w, rules, pod);
        } else if (is_lost(at)) {
            take_pod(v, w, rules, pod);
        }
    }
}
