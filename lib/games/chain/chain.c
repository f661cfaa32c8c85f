/* chain.c: the game of chains: its rules, its start and its tick. */
#include "games/chain/chain.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

/* A target is reached to within a tenth of a millimetre. */
#define TOLERANCE (FS_POS_ONE / 10000)

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_CATCH, OPT_LIFE, OPT_LINKS, OPT_REACH, OPT_SPEED, OPT_STARS, OPT_TURN, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_CATCH] = { "catch", 4, 1, 20, "a tip so near catches a star, dm" },
    [OPT_LIFE] = { "life", 12, 1, 100, "time that a star shines, s" },
    [OPT_LINKS] = { "links", 2, 1, CHAIN_MAX_LINKS, "links of an arm at the start" },
    [OPT_REACH] = { "reach", 100, 30, 120, "length of a stretched arm, dm" },
    [OPT_SPEED] = { "speed", 60, 5, 300, "speed of a target, dm/s" },
    [OPT_STARS] = { "stars", 5, 1, CHAIN_MAX_STARS, "stars in the sky" },
    [OPT_TURN] = { "turn", 150, 10, 720, "speed of a joint, degrees per second" },
};

static struct chain_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct chain_rules){
        .links = (uint32_t)o[OPT_LINKS],
        .reach = fs_pos_from_ratio(o[OPT_REACH], 10),
        .catch_radius = fs_pos_from_ratio(o[OPT_CATCH], 10),
        .speed = fs_vel_from_ratio(o[OPT_SPEED], 10),
        .max_turn = (uint32_t)(((uint64_t)o[OPT_TURN] << 32) / 360u / config->hz),
        .star_ticks = (uint32_t)o[OPT_LIFE] * config->hz,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[chain_T_rule] = 1;
    rows[chain_T_arm] = config->players;
    rows[chain_T_joint] = config->players * CHAIN_MAX_LINKS;
    rows[chain_T_star] = (uint32_t)config->options[OPT_STARS];
}

/* --- arms --------------------------------------------------------------------------------- */

static fs_pos2 base_position(uint32_t slot, uint32_t players)
{
    int64_t place = 2 * (int64_t)slot + 1 - (int64_t)players;
    return fs_pos2_make(fs_pos_from_ratio(place * (CHAIN_HALF_WIDTH - 3), players),
                        fs_pos_from_ratio(CHAIN_BASE_DM, 10));
}

struct chain_arm_links fs__chain_arm_links(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot)
{
    struct chain_arm_links links = { .base = base_position(slot, *v->arm.rows), .count = v->arm.links[slot] };
    links.count = fs_min_u32(fs_max_u32(links.count, 1), CHAIN_MAX_LINKS);
    for (uint32_t i = 0; i < links.count; i++)
        links.length[i] = rules->reach / links.count;
    return links;
}

void fs__chain_joint_positions(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot,
                               fs_pos2 *joint)
{
    struct chain_arm_links links = fs__chain_arm_links(v, rules, slot);
    fs_kinematic_chain_joints2(links.base, links.length, v->joint.angle + slot * CHAIN_MAX_LINKS, links.count, joint);
}

fs_pos2 fs__chain_tip_pos(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot)
{
    struct chain_arm_links links = fs__chain_arm_links(v, rules, slot);
    return fs_kinematic_chain_tip2(links.base, links.length, v->joint.angle + slot * CHAIN_MAX_LINKS, links.count);
}

/* Straightens the arm upward, with a number of links. */
static void stretch_arm(struct chain_view *v, const struct chain_rules *rules, uint32_t slot, uint32_t links)
{
    uint32_t row = slot * CHAIN_MAX_LINKS;
    v->arm.links[slot] = (uint8_t)links;
    v->arm.selected_joint[slot] = 0;
    for (uint32_t i = 0; i < CHAIN_MAX_LINKS; i++) {
        v->joint.angle[row + i] = i == 0 ? FS_TURN_QUARTER : 0;
        v->joint.target_angle[row + i] = v->joint.angle[row + i];
    }
    v->arm.target[slot] = fs__chain_tip_pos(v, rules, slot);
}

static void remove_player(struct chain_view *v, uint32_t row)
{
    struct chain_arm *arm = &v->arm;
    CHAIN_ARM_FIELDS(FS_KIT_ROW_CLEAR, arm)
    for (uint32_t i = 0; i < CHAIN_MAX_LINKS; i++) {
        v->joint.angle[row * CHAIN_MAX_LINKS + i] = 0;
        v->joint.target_angle[row * CHAIN_MAX_LINKS + i] = 0;
    }
}

/* --- stars ---------------------------------------------------------------------------------- */

/* Places the star within the reach of an arm. */
static void light_star(struct chain_view *v, const struct chain_rules *rules, uint32_t i)
{
    fs_rng *rng = &v->world.rng[0];
    uint32_t slot = fs_rng_below(rng, *v->arm.rows);
    uint32_t turn = (uint32_t)fs_rng_range(rng, (int32_t)FS_TURN_DEG(8), (int32_t)FS_TURN_DEG(172));
    fs_pos distance = fs_rng_range64(rng, rules->reach / 3, rules->reach);
    const fs_pos edge = (CHAIN_HALF_WIDTH - 1) * FS_POS_ONE;
    fs_wide3 delta = fs_kit_heading_vector(turn, distance);
    fs_pos2 place = fs_pos2_add(base_position(slot, *v->arm.rows), fs_pos2_make(delta.x, delta.y));
    v->star.pos[i] = fs_pos2_make(fs_clamp64(place.x, -edge, edge), place.y);
    v->star.ticks_left[i] = (uint16_t)rules->star_ticks;
}

/* The arm whose tip is nearest, and near enough; of two equally near ones the lower slot;
 * the number of arms when there is none. */
static uint32_t find_catcher(const struct chain_view *v, const struct chain_rules *rules, fs_pos2 star)
{
    uint32_t best = *v->arm.rows;
    fs_pos minimum = rules->catch_radius;
    for (uint32_t slot = *v->arm.rows; slot-- > 0;) {
        if (!v->arm.active[slot])
            continue;
        fs_pos distance = fs_pos2_dist(fs__chain_tip_pos(v, rules, slot), star);
        if (distance > minimum)
            continue;
        best = slot;
        minimum = distance;
    }
    return best;
}

static void update_stars(struct chain_view *v, const struct chain_rules *rules)
{
    for (uint32_t i = 0; i < *v->star.rows; i++) {
        uint32_t slot = find_catcher(v, rules, v->star.pos[i]);
        if (slot < *v->arm.rows) {
            v->arm.score[slot]++;
            v->star.ticks_left[i] = 0;
        } else if (v->star.ticks_left[i] > 0) {
            v->star.ticks_left[i]--;
        }
        if (v->star.ticks_left[i] == 0)
            light_star(v, rules, i);
    }
}

/* --- start and states from outside ------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct chain_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, chain_T_COUNT);
    if (result != FS_OK)
        return result;
    struct chain_view v;
    chain_bind(state, &v);
    chain_rules_store(&v, &rules);
    for (uint32_t i = 0; i < *v.star.rows; i++)
        light_star(&v, &rules, i);
    return FS_OK;
}

static bool is_in_field(fs_pos2 p)
{
    return p.x >= -CHAIN_HALF_WIDTH * FS_POS_ONE && p.x <= CHAIN_HALF_WIDTH * FS_POS_ONE && p.y >= 0 &&
           p.y <= CHAIN_HEIGHT * FS_POS_ONE;
}

static bool arm_valid(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot)
{
    bool active = v->arm.active[slot] == 1;
    uint32_t links = v->arm.links[slot];
    if (!active)
        return v->arm.active[slot] == 0 && links == 0;
    return links >= 1 && links <= CHAIN_MAX_LINKS && v->arm.follows_target[slot] <= 1 &&
           v->arm.selected_joint[slot] < links && v->arm.elbow_right[slot] <= 1 &&
           v->arm.ik_result[slot] <= FS_IK_REFUSED && is_in_field(v->arm.target[slot]) &&
           fs__chain_tip_pos(v, rules, slot).y >= 0;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct chain_view v;
    if (!fs_kit_tables_full(state, 1, chain_T_COUNT))
        return false;
    chain_peek(state, &v);
    struct chain_rules expected = read_options(config), rules = chain_rules_load(&v);
    bool ok = chain_rules_equal(&expected, &rules);
    for (uint32_t slot = 0; ok && slot < *v.arm.rows; slot++)
        ok = arm_valid(&v, &rules, slot);
    for (uint32_t i = 0; ok && i < *v.star.rows; i++)
        ok = v.star.ticks_left[i] <= rules.star_ticks;
    return ok;
}

/* --- forward ---------------------------------------------------------------------------------------- */

static fs_pos2 clamp_to_field(fs_pos2 p)
{
    const fs_pos side = CHAIN_HALF_WIDTH * FS_POS_ONE;
    return fs_pos2_make(fs_clamp64(p.x, -side, side), fs_clamp64(p.y, 0, CHAIN_HEIGHT * FS_POS_ONE));
}

static void turn_links(struct chain_view *v, const struct chain_rules *rules, uint32_t slot, const uint8_t *input,
                       uint8_t struck)
{
    struct chain_arm_links arm = fs__chain_arm_links(v, rules, slot);
    uint32_t links = arm.count, joint = v->arm.selected_joint[slot];
    if (struck & FS_KEY_UP)
        joint = (joint + 1) % links;
    if (struck & FS_KEY_DOWN)
        joint = (joint + links - 1) % links;
    v->arm.selected_joint[slot] = (uint8_t)joint;
    uint32_t *turn = v->joint.angle + slot * CHAIN_MAX_LINKS;
    int direction = fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT);
    bool turned = direction == 0 ||
                  fs_kinematic_chain_rotate2(arm.base, arm.length, turn, links, joint,
                                             direction > 0 ? rules->max_turn : 0u - rules->max_turn, 0);
    v->arm.ik_result[slot] = turned ? FS_IK_REACHED : FS_IK_REFUSED;
    v->arm.ik_iterations[slot] = 0;
    for (uint32_t i = 0; i < links; i++)
        v->joint.target_angle[slot * CHAIN_MAX_LINKS + i] = turn[i];
    v->arm.target[slot] = clamp_to_field(fs__chain_tip_pos(v, rules, slot));
}

/* --- inverse ---------------------------------------------------------------------------------------- */

static void move_target(struct chain_view *v, const struct chain_rules *rules, uint32_t slot, const uint8_t *input)
{
    fs_vel2 vel = { rules->speed * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT),
                    rules->speed * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP) };
    v->arm.target[slot] = clamp_to_field(fs_pos2_advance(v->arm.target[slot], vel, *v->world.hz));
}

/* One or two links in closed form; a pose that would bring the tip below the floor is
 * refused. The target of two links is raised by the rounding error of the tip. */
static fs_ik_status solve_short_arm(const struct chain_arm_links *links, fs_pos2 target, bool right, uint32_t *goal)
{
    uint32_t turn[2] = { goal[0], goal[1] };
    fs_ik_status reach;
    if (links->count == 1) {
        reach = fs_ik_one_link2(links->base, links->length[0], target, TOLERANCE, turn);
    } else {
        fs_pos2 lifted = fs_pos2_make(target.x, fs_max64(target.y, TOLERANCE));
        reach = fs_ik_two_links2(links->base, links->length[0], links->length[1], lifted, right ? 1 : -1, turn);
    }
    if (fs_kinematic_chain_tip2(links->base, links->length, turn, links->count).y < 0)
        return FS_IK_REFUSED;
    goal[0] = turn[0];
    if (links->count == 2)
        goal[1] = turn[1];
    return reach;
}

/* How far a joint turns in this tick. */
static uint32_t link_step(const struct chain_rules *rules, uint32_t turn, uint32_t goal)
{
    return fs_kit_heading_rotate_toward(turn, goal, rules->max_turn) - turn;
}

/* All joints turn to their goals at their maximum speed. Where that would take the tip below the floor, only those
 * joints turn that keep it above. An arm that cannot move at all takes the goal pose at once, since that pose is above
 * the floor. */
static void turn_to_goals(const struct chain_arm_links *links, const struct chain_rules *rules, uint32_t *turn,
                          const uint32_t *goal)
{
    uint32_t next[CHAIN_MAX_LINKS], moved = 0;
    for (uint32_t i = 0; i < links->count; i++)
        next[i] = turn[i] + link_step(rules, turn[i], goal[i]);
    bool free = fs_kinematic_chain_tip2(links->base, links->length, next, links->count).y >= 0;
    for (uint32_t i = 0; i < links->count; i++) {
        uint32_t by = next[i] - turn[i];
        if (free)
            turn[i] = next[i];
        else if (by != 0)
            moved += fs_kinematic_chain_rotate2(links->base, links->length, turn, links->count, i, by, 0);
    }
    bool flips = !free && moved == 0 && fs_kinematic_chain_tip2(links->base, links->length, goal, links->count).y >= 0;
    for (uint32_t i = 0; flips && i < links->count; i++)
        turn[i] = goal[i];
}

/* The goals may jump; the joints follow at their maximum speed. */
static void follow_target(struct chain_view *v, const struct chain_rules *rules, uint32_t slot)
{
    struct chain_arm_links links = fs__chain_arm_links(v, rules, slot);
    uint32_t *goal = v->joint.target_angle + slot * CHAIN_MAX_LINKS;
    fs_pos2 target = v->arm.target[slot];
    const fs_pos floor = 0;
    fs_ik_report report = { FS_IK_REACHED, 0, 0 };
    if (links.count <= 2)
        report.status = solve_short_arm(&links, target, v->arm.elbow_right[slot] != 0, goal);
    else
        report = fs_ik_chain2(links.base, links.length, goal, links.count, target, TOLERANCE, &floor);
    v->arm.ik_result[slot] = (uint8_t)report.status;
    v->arm.ik_iterations[slot] = (uint16_t)report.iterations;
    turn_to_goals(&links, rules, v->joint.angle + slot * CHAIN_MAX_LINKS, goal);
}

/* --- a tick ---------------------------------------------------------------------------------------------- */

static void apply_input(struct chain_view *v, const struct chain_rules *rules, uint32_t slot, const uint8_t *input)
{
    if (!v->arm.active[slot]) {
        v->arm.active[slot] = 1;
        v->arm.follows_target[slot] = 1;
        stretch_arm(v, rules, slot, rules->links);
    }
    if (input[1] >= 1 && input[1] <= CHAIN_MAX_LINKS)
        stretch_arm(v, rules, slot, input[1]);
    uint8_t struck = input[0] & (uint8_t)~v->arm.held_keys[slot];
    v->arm.held_keys[slot] = input[0];
    if (struck & FS_KEY_ALT)
        v->arm.follows_target[slot] ^= 1u;
    if (struck & FS_KEY_FIRE)
        v->arm.elbow_right[slot] ^= 1u;
    if (!v->arm.follows_target[slot]) {
        turn_links(v, rules, slot, input, struck);
        return;
    }
    move_target(v, rules, slot, input);
    follow_target(v, rules, slot);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    (void)scratch;
    struct chain_view v;
    chain_bind(state, &v);
    struct chain_rules rules = chain_rules_load(&v);
    for (uint32_t slot = 0; slot < *v.arm.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(&v, &rules, slot, fs_input(inputs, slot));
        else if (v.arm.active[slot])
            remove_player(&v, slot);
    }
    fs_state_end_phase(state, FS_PHASE_GAME);
    update_stars(&v, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, CHAIN_CHOICES);
}

const fs_game fs_game_chain = {
    .abi = FS_GAME_ABI,
    .name = "chain",
    .title = "Arms of one to eight links, forward and inverse kinematics, reaching for stars",
    .controls = "arrows or WASD move the target, space other elbow, x by joints: up and down pick, left and right "
                "turn, 1 to 8 links",
    .schema = &chain_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = CHAIN_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__chain_bots,
    .bot_count = CHAIN_BOTS,
    .capacities = capacities,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__chain_draw,
    .keys = fs__chain_keys,
    .valid = valid,
    .standings = fs__chain_standings,
};
