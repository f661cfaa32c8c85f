/* fracture.c: a body breaks into pieces: checks, cutting, and the bodies of the pieces.
 *
 * Everything that may fail is done before the body is destroyed, so that an error leaves the world as it was.
 */
#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/fracture/pieces.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

#define MIN_THICKNESS (FS_POS_ONE / 256)
#define MAX_THICKNESS (16 * FS_POS_ONE)

enum {
    KEPT_FLAGS = FS_BODY3_BULLET | FS_BODY3_FIXED_ROTATION | FS_BODY3_DISABLED | FS_BODY3_SLEEPLESS | FS__BODY3_LOCKS,
    KEPT_SHAPE_FLAGS = FS_SHAPE3_SENSOR | FS_SHAPE3_CONTACT_EVENTS | FS_SHAPE3_HIT_EVENTS
};

/* All of a break that is known before the body is destroyed. */
struct fracture {
    struct fs__parts3 parts;
    fs_mass_data3 mass[FS_FRACTURE3_MAX_PIECES]; /* in the frames of the pieces */
    fs_shape3_def form[FS_FRACTURE3_MAX_PIECES]; /* of the pieces */
    struct fs__broken3 broken;
    fs_body3_def body;                               /* the body as a def */
    fs_unit linear_retention, angular_retention;     /* share of the speed kept per second */
    uint64_t damping_factor, angular_damping_factor; /* the same per substep */
    fs_pos3 from;                                    /* where the planes meet, world */
};

fs_fracture3_def fs_default_fracture3_def(void)
{
    return (fs_fracture3_def){ .rot = fs_quat_identity(), .min_thickness = FS_POS_ONE / 16 };
}

/* ---- checks --------------------------------------------------------------------------------------------------- */

static fs_result check_def(fs_world3 *w, const fs_fracture3_def *d)
{
    const struct fs__range ranges[] = {
        { "min_thickness", d->min_thickness, MIN_THICKNESS, MAX_THICKNESS, FS_POS_FRAC },
        { "burst_speed", d->burst_speed, 0, FS__WORLD3_MAX_SPEED, FS_VEL_FRAC },
    };
    fs_result result = fs__error3_check(w, ranges, 2);
    if (result == FS_OK && (d->rot.x | d->rot.y | d->rot.z | d->rot.w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot is zero: it has no direction");
    return result;
}

/* Room for the pieces while the body is still there. */
static fs_result check_room(fs_world3 *w, const struct fs__parts3 *parts)
{
    uint32_t hulls = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        hulls += !parts->part[i].is_box;
    fs_result result = fs__world3_check_capacity(w, FS__WORLD3_TABLE_BODY, w->body.gen, *w->body.rows, parts->count);
    if (result == FS_OK)
        result = fs__world3_check_capacity(w, FS__WORLD3_TABLE_SHAPE, w->shape.gen, *w->shape.rows, parts->count);
    if (result == FS_OK)
        result = fs__world3_check_capacity(w, FS__WORLD3_TABLE_HULL, w->hull.gen, *w->hull.rows, hulls);
    return result;
}

/* ---- cutting -------------------------------------------------------------------------------------------------- */

static fs_result load_parts(fs_world3 *w, uint32_t row, struct fs__parts3 *parts)
{
    fs_geometry3 geometry;
    fs_hull3 hull;
    for (uint32_t s1 = w->body.first_shape[row]; s1 != 0; s1 = fs__body3_next_shape(w, s1)) {
        if (parts->count == FS_FRACTURE3_MAX_PIECES)
            return fs__error3_set(w, FS_E_CAPACITY, "a body of more than 32 shapes cannot break");
        fs__shape3_load_geometry(w, s1 - 1, &geometry, &hull);
        if (!fs__part3_load(&geometry, s1 - 1, &parts->part[parts->count]))
            return fs__error3_set(w, FS_E_UNSUPPORTED, "only boxes and hulls can be cut");
        parts->count++;
    }
    return FS_OK;
}

/* The point moved along the normal to the depth of the centre of mass, in the frame of the body. */
static fs_rel3 find_point(const fs_world3 *w, uint32_t row, const fs_fracture3_def *def)
{
    fs_unit3 n = { 0, 0, 0 };
    fs_rel3 at = fs_body3_to_local(w, row, def->at);
    (void)fs_unit3_normalise(def->normal, &n);
    n = fs_quat_inv_unit(w->body.rot[row], n);
    int64_t out = fs_round_shift64_sym(fs_rel3_dot_unit3(fs_rel3_sub(at, w->body.centre[row]), n), FS_UNIT_FRAC);
    fs_rel depth = fs_sat32(out);
    return fs_rel3_sub(at, fs_rel3_make(fs_mul32_sym(depth, n.x, FS_UNIT_FRAC), fs_mul32_sym(depth, n.y, FS_UNIT_FRAC),
                                        fs_mul32_sym(depth, n.z, FS_UNIT_FRAC)));
}

static fs_result cut_body(fs_world3 *w, uint32_t row, const fs_fracture3_def *def, struct fracture *f)
{
    const struct fs__cut3 cut = { find_point(w, row, def), fs_quat_normalise(def->rot),
                                  fs_rel_from_pos(def->min_thickness) };
    f->parts.count = 0;
    fs_result result = load_parts(w, row, &f->parts);
    if (result != FS_OK)
        return result;
    fs__parts3_cut(&f->parts, &cut);
    f->from = fs_body3_to_world(w, row, cut.point);
    if (f->parts.count < 2)
        return fs__error3_set(w, FS_E_DEGENERATE, "no plane cuts the body: every part is too thin on one side");
    return check_room(w, &f->parts);
}

/* ---- what the pieces inherit ------------------------------------------------------------------------------------ */

static fs_shape3_def form_of(const fs_world3 *w, uint32_t shape)
{
    fs_shape3_def form = fs_default_shape3_def();
    form.material = w->shape.material[shape];
    form.density = w->shape.density[shape];
    form.category = w->shape.category[shape];
    form.mask = w->shape.mask[shape];
    form.group = w->shape.group[shape];
    form.flags = w->shape.flags[shape] & KEPT_SHAPE_FLAGS;
    form.user = w->shape.user[shape];
    return form;
}

static void load_motion(const fs_world3 *w, uint32_t row, struct fs__broken3 *out)
{
    out->mass = w->body.mass[row];
    out->centre = w->body.pos[row];
    out->vel = w->body.vel[row];
    out->angular_velocity = w->body.angular_velocity[row];
    out->inertia = fs__body3_world_inertia(w, row);
    out->turns = (w->body.flags[row] & FS_BODY3_FIXED_ROTATION) == 0;
}

static void load_body(const fs_world3 *w, uint32_t row, struct fracture *f)
{
    fs_pose3 pose = fs_body3_pose(w, row);
    f->body = fs_default_body3_def();
    f->body.pos = pose.pos;
    f->body.rot = pose.rot;
    f->body.gravity_scale = w->body.gravity_scale[row];
    f->body.flags = w->body.flags[row] & KEPT_FLAGS;
    f->body.user = w->body.user[row];
    f->linear_retention = w->body.linear_retention[row];
    f->angular_retention = w->body.angular_retention[row];
    f->damping_factor = w->body.damping_factor[row];
    f->angular_damping_factor = w->body.angular_damping_factor[row];
    load_motion(w, row, &f->broken);
}

/* Mass data by volume, in frames with the origin in the middle of each piece, then by share of the body's mass. */
static fs_result load_pieces(fs_world3 *w, struct fracture *f)
{
    fs_hull3 hull;
    for (uint32_t i = 0; i < f->parts.count; i++) {
        const struct fs__part3 *part = &f->parts.part[i];
        fs_geometry3 geometry = fs__part3_geometry(part, fs__part3_middle(part), &hull);
        f->form[i] = form_of(w, part->shape);
        fs_wide density = f->form[i].density > 0 ? f->form[i].density : FS_WIDE_ONE;
        f->mass[i] = fs_geometry3_mass(&geometry, fs_scaled_from_wide(density));
    }
    fs__pieces3_share_mass(f->broken.mass, f->mass, f->parts.count);
    fs_result result = FS_OK;
    for (uint32_t i = 0; result == FS_OK && i < f->parts.count; i++)
        result = fs__body3_check_mass(w, f->mass[i]);
    return result;
}

/* ---- pieces --------------------------------------------------------------------------------------------------- */

static fs_result create_piece(fs_world3 *w, const struct fracture *f, uint32_t i, fs_body3 *out)
{
    fs_hull3 hull;
    fs_body3_def def = f->body;
    fs_rel3 middle = fs__part3_middle(&f->parts.part[i]);
    fs_geometry3 geometry = fs__part3_geometry(&f->parts.part[i], middle, &hull);
    def.pos = fs_pos3_add_rel(def.pos, fs_quat_rel(def.rot, middle));
    fs_result result = fs_body3_create(w, &def, out);
    if (result == FS_OK)
        result = fs_shape3_create(w, *out, &f->form[i], &geometry, NULL);
    if (result == FS_OK)
        result = fs_body3_set_mass(w, *out, f->mass[i]);
    if (result != FS_OK)
        return result;
    uint32_t row = out->handle.index1 - 1;
    w->body.linear_retention[row] = f->linear_retention;
    w->body.angular_retention[row] = f->angular_retention;
    w->body.damping_factor[row] = f->damping_factor;
    w->body.angular_damping_factor[row] = f->angular_damping_factor;
    return FS_OK;
}

static void replace_body(fs_world3 *w, fs_body3 body, const struct fracture *f, fs_vel burst_speed, fs_pieces3 *out)
{
    fs_result result = fs_body3_destroy(w, body);
    for (uint32_t i = 0; result == FS_OK && i < f->parts.count; i++)
        result = create_piece(w, f, i, &out->body[i]);
    FS_ASSERT(result == FS_OK);
    (void)result;
    out->count = f->parts.count;
    fs__pieces3_set_velocities(w, &f->broken, out, f->from, burst_speed);
}

static fs_result break_body(fs_world3 *w, fs_body3 body, const fs_fracture3_def *def, fs_pieces3 *out)
{
    uint32_t row;
    struct fracture f;
    fs_result result = fs__body3_find(w, body, &row);
    if (result == FS_OK)
        result = check_def(w, def);
    if (result == FS_OK && !fs__body3_is_dynamic(w, row))
        result = fs__error3_set(w, FS_E_ARGUMENT, "only a dynamic body breaks");
    if (result == FS_OK)
        result = cut_body(w, row, def, &f);
    if (result != FS_OK)
        return result;
    load_body(w, row, &f);
    result = load_pieces(w, &f);
    if (result == FS_OK)
        replace_body(w, body, &f, def->burst_speed, out);
    return result;
}

fs_result fs_body3_fracture(fs_world3 *w, fs_body3 body, const fs_fracture3_def *def, fs_pieces3 *out)
{
    const fs_fracture3_def usual = fs_default_fracture3_def();
    fs_pieces3 pieces = { .count = 0 };
    fs_result result = break_body(w, body, def != NULL ? def : &usual, &pieces);
    if (out != NULL)
        *out = pieces;
    return result;
}

/* ---- breaking strain ------------------------------------------------------------------------------------------ */

fs_result fs_body3_fracture_by_hit(fs_world3 *w, fs_body3 body, fs_wide strain, const fs_fracture3_def *def,
                                   fs_pieces3 *out)
{
    fs_fracture3_def by_hit = def != NULL ? *def : fs_default_fracture3_def();
    fs_hit3 hit;
    uint32_t row;
    if (out != NULL)
        *out = (fs_pieces3){ .count = 0 };
    fs_result result = fs__body3_find(w, body, &row);
    if (result != FS_OK || !fs_body3_hardest_hit(w, body, &hit) || hit.impulse <= strain)
        return result;
    by_hit.at = hit.at;
    by_hit.normal = hit.normal;
    return fs_body3_fracture(w, body, &by_hit, out);
}
