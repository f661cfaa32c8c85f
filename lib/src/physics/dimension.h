/* dimension.h: names for the templates of this folder, which physics2d and physics3d share.
 *
 * A template is a file NAME.inl of this folder. Each dimension has a NAME.c that includes, in this order,
 * physics2d/dimension.h (or physics3d/dimension.h), the headers of that dimension and the template. Only where the
 * dimensions differ does NAME.c define static functions too; the first comment of the template names them.
 *
 * In a template the letter N stands in a name where the dimension has its number: fs_worldN is fs_world2 or fs_world3,
 * FS__CONTACTN_STALE is FS__CONTACT2_STALE or FS__CONTACT3_STALE. The list below gives every such name once, by module and
 * sorted; a name that a template needs is added there. Types without a number (fs_quat) are named in the dimension.h of
 * their dimension.
 */
#ifndef FS_PHYSICS_DIMENSION_H
#define FS_PHYSICS_DIMENSION_H

#if !defined FS__DIMENSION
#error "include physics2d/dimension.h or physics3d/dimension.h"
#endif

#define FS__PASTE(head, dimension, tail) head##dimension##tail
#define FS__EXPAND(head, dimension, tail) FS__PASTE(head, dimension, tail)
/* The name that begins with `head` and continues with `tail` after the number of the dimension. */
#define FS__NAME(head, tail) FS__EXPAND(head, FS__DIMENSION, tail)

/* ---- geometry ---- */

#define FS_GEOMETRYN_MAX_EXTENT FS__NAME(FS_GEOMETRY, _MAX_EXTENT)
#define fs__velN_clamp FS__NAME(fs__vel, _clamp)
#define fs_posN FS__NAME(fs_pos, )
#define fs_posN_add_rel FS__NAME(fs_pos, _add_rel)
#define fs_posN_dist FS__NAME(fs_pos, _dist)
#define fs_posN_sub_rel FS__NAME(fs_pos, _sub_rel)
#define fs_posN_zero FS__NAME(fs_pos, _zero)
#define fs_poseN FS__NAME(fs_pose, )
#define fs_relN FS__NAME(fs_rel, )
#define fs_unitN FS__NAME(fs_unit, )
#define fs_unitN_zero FS__NAME(fs_unit, _zero)
#define fs_velN FS__NAME(fs_vel, )
#define fs_velN_add FS__NAME(fs_vel, _add)
#define fs_velN_from_angular_velocity FS__NAME(fs_vel, _from_angular_velocity)
#define fs_velN_is_zero FS__NAME(fs_vel, _is_zero)
#define fs_velN_length_sq FS__NAME(fs_vel, _length_sq)
#define fs_velN_zero FS__NAME(fs_vel, _zero)
#define fs_wideN FS__NAME(fs_wide, )
#define fs_wideN_length FS__NAME(fs_wide, _length)
#define fs_wideN_zero FS__NAME(fs_wide, _zero)

/* ---- world ---- */

#define FS_WORLDN_SLEEP FS__NAME(FS_WORLD, _SLEEP)
#define FS__WORLDN_ERROR_SIZE FS__NAME(FS__WORLD, _ERROR_SIZE)
#define FS__WORLDN_TABLE_BODY FS__NAME(FS__WORLD, _TABLE_BODY)
#define FS__WORLDN_TABLE_CONTACT FS__NAME(FS__WORLD, _TABLE_CONTACT)
#define FS__WORLDN_TABLE_MATERIAL FS__NAME(FS__WORLD, _TABLE_MATERIAL)
#define FS__WORLDN_TABLE_SHAPE FS__NAME(FS__WORLD, _TABLE_SHAPE)
#define fs__errorN_check FS__NAME(fs__error, _check)
#define fs__errorN_check_unit FS__NAME(fs__error, _check_unit)
#define fs__errorN_full FS__NAME(fs__error, _full)
#define fs__errorN_set FS__NAME(fs__error, _set)
#define fs__errorN_stale FS__NAME(fs__error, _stale)
#define fs__errorN_text FS__NAME(fs__error, _text)
#define fs__islandN_update_sleep FS__NAME(fs__island, _update_sleep)
#define fs__islandN_wake FS__NAME(fs__island, _wake)
#define fs__worldN_check_capacity FS__NAME(fs__world, _check_capacity)
#define fs__worldN_check_def FS__NAME(fs__world, _check_def)
#define fs__worldN_create_row FS__NAME(fs__world, _create_row)
#define fs__worldN_resize_rows FS__NAME(fs__world, _resize_rows)
#define fs__worldN_row_live FS__NAME(fs__world, _row_live)
#define fs__worldN_scratch FS__NAME(fs__world, _scratch)
#define fs__worldN_tick FS__NAME(fs__world, _tick)
#define fs_default_worldN_def FS__NAME(fs_default_world, _def)
#define fs_worldN FS__NAME(fs_world, )
#define fs_worldN_bind FS__NAME(fs_world, _bind)
#define fs_worldN_bind_readonly FS__NAME(fs_world, _bind_readonly)
#define fs_worldN_capacities FS__NAME(fs_world, _capacities)
#define fs_worldN_create FS__NAME(fs_world, _create)
#define fs_worldN_def FS__NAME(fs_world, _def)
#define fs_worldN_destroy FS__NAME(fs_world, _destroy)
#define fs_worldN_draw FS__NAME(fs_world, _draw)
#define fs_worldN_draw_shape FS__NAME(fs_world, _draw_shape)
#define fs_worldN_error FS__NAME(fs_world, _error)
#define fs_worldN_init FS__NAME(fs_world, _init)
#define fs_worldN_limits FS__NAME(fs_world, _limits)
#define fs_worldN_scratch_size FS__NAME(fs_world, _scratch_size)
#define fs_worldN_valid FS__NAME(fs_world, _valid)

/* ---- bodies and shapes ---- */

#define FS_BODYN_ASLEEP FS__NAME(FS_BODY, _ASLEEP)
#define FS_BODYN_BULLET FS__NAME(FS_BODY, _BULLET)
#define FS_BODYN_DISABLED FS__NAME(FS_BODY, _DISABLED)
#define FS_BODYN_DYNAMIC FS__NAME(FS_BODY, _DYNAMIC)
#define FS_BODYN_FIXED_ROTATION FS__NAME(FS_BODY, _FIXED_ROTATION)
#define FS_BODYN_KINEMATIC FS__NAME(FS_BODY, _KINEMATIC)
#define FS_BODYN_SLEEPLESS FS__NAME(FS_BODY, _SLEEPLESS)
#define FS_BODYN_STATIC FS__NAME(FS_BODY, _STATIC)
#define FS_BODYN_TYPES FS__NAME(FS_BODY, _TYPES)
#define FS_SHAPEN_MOVED FS__NAME(FS_SHAPE, _MOVED)
#define FS_SHAPEN_OF_MATERIAL FS__NAME(FS_SHAPE, _OF_MATERIAL)
#define FS_SHAPEN_SENSOR FS__NAME(FS_SHAPE, _SENSOR)
#define FS__BODYN_MAX_DAMPING FS__NAME(FS__BODY, _MAX_DAMPING)
#define fs__bodyN_check_def FS__NAME(fs__body, _check_def)
#define fs__bodyN_enlarge_fat_aabbs FS__NAME(fs__body, _enlarge_fat_aabbs)
#define fs__bodyN_find FS__NAME(fs__body, _find)
#define fs__bodyN_has_large_shape FS__NAME(fs__body, _has_large_shape)
#define fs__bodyN_is_awake FS__NAME(fs__body, _is_awake)
#define fs__bodyN_is_dynamic FS__NAME(fs__body, _is_dynamic)
#define fs__bodyN_is_fast FS__NAME(fs__body, _is_fast)
#define fs__bodyN_next_shape FS__NAME(fs__body, _next_shape)
#define fs__bodyN_origin_pose FS__NAME(fs__body, _origin_pose)
#define fs__bodyN_put_to_sleep FS__NAME(fs__body, _put_to_sleep)
#define fs__bodyN_rim_speed FS__NAME(fs__body, _rim_speed)
#define fs__bodyN_take_snapshots FS__NAME(fs__body, _take_snapshots)
#define fs__bodyN_update_mass FS__NAME(fs__body, _update_mass)
#define fs__bodyN_wake_all FS__NAME(fs__body, _wake_all)
#define fs__bodyN_wake_row FS__NAME(fs__body, _wake_row)
#define fs__shapeN_add FS__NAME(fs__shape, _add)
#define fs__shapeN_check_surface FS__NAME(fs__shape, _check_surface)
#define fs__shapeN_destroy_row FS__NAME(fs__shape, _destroy_row)
#define fs__shapeN_find FS__NAME(fs__shape, _find)
#define fs__shapeN_find_material FS__NAME(fs__shape, _find_material)
#define fs__shapeN_in_use FS__NAME(fs__shape, _in_use)
#define fs__shapeN_is_large FS__NAME(fs__shape, _is_large)
#define fs__shapeN_make_material FS__NAME(fs__shape, _make_material)
#define fs__shapeN_update_fat_aabb FS__NAME(fs__shape, _update_fat_aabb)
#define fs__shapeN_value FS__NAME(fs__shape, _value)
#define fs_bodyN FS__NAME(fs_body, )
#define fs_bodyN_angular_velocity FS__NAME(fs_body, _angular_velocity)
#define fs_bodyN_at FS__NAME(fs_body, _at)
#define fs_bodyN_create FS__NAME(fs_body, _create)
#define fs_bodyN_def FS__NAME(fs_body, _def)
#define fs_bodyN_destroy FS__NAME(fs_body, _destroy)
#define fs_bodyN_pose FS__NAME(fs_body, _pose)
#define fs_bodyN_position FS__NAME(fs_body, _position)
#define fs_bodyN_rotation FS__NAME(fs_body, _rotation)
#define fs_bodyN_row FS__NAME(fs_body, _row)
#define fs_bodyN_set_damping FS__NAME(fs_body, _set_damping)
#define fs_bodyN_set_enabled FS__NAME(fs_body, _set_enabled)
#define fs_bodyN_set_flags FS__NAME(fs_body, _set_flags)
#define fs_bodyN_set_gravity_scale FS__NAME(fs_body, _set_gravity_scale)
#define fs_bodyN_set_pose FS__NAME(fs_body, _set_pose)
#define fs_bodyN_set_retention FS__NAME(fs_body, _set_retention)
#define fs_bodyN_set_type FS__NAME(fs_body, _set_type)
#define fs_bodyN_set_velocity FS__NAME(fs_body, _set_velocity)
#define fs_bodyN_sleep FS__NAME(fs_body, _sleep)
#define fs_bodyN_to_local FS__NAME(fs_body, _to_local)
#define fs_bodyN_to_world FS__NAME(fs_body, _to_world)
#define fs_bodyN_type FS__NAME(fs_body, _type)
#define fs_bodyN_velocity FS__NAME(fs_body, _velocity)
#define fs_bodyN_velocity_at FS__NAME(fs_body, _velocity_at)
#define fs_bodyN_wake FS__NAME(fs_body, _wake)
#define fs_default_bodyN_def FS__NAME(fs_default_body, _def)
#define fs_shapeN FS__NAME(fs_shape, )
#define fs_shapeN_at FS__NAME(fs_shape, _at)
#define fs_shapeN_def FS__NAME(fs_shape, _def)
#define fs_shapeN_destroy FS__NAME(fs_shape, _destroy)
#define fs_shapeN_is_large FS__NAME(fs_shape, _is_large)
#define fs_shapeN_row FS__NAME(fs_shape, _row)
#define fs_shapeN_set_filter FS__NAME(fs_shape, _set_filter)
#define fs_shapeN_set_material FS__NAME(fs_shape, _set_material)

/* ---- materials ---- */

#define FS_MATERIAL_PAIRN_FIELDS FS__NAME(FS_MATERIAL_PAIR, _FIELDS)
#define fs__materialN_check_def FS__NAME(fs__material, _check_def)
#define fs__materialN_check_row FS__NAME(fs__material, _check_row)
#define fs__materialN_is_same FS__NAME(fs__material, _is_same)
#define fs__materialN_load FS__NAME(fs__material, _load)
#define fs__material_pairN_all_valid FS__NAME(fs__material_pair, _all_valid)
#define fs__material_pairN_find FS__NAME(fs__material_pair, _find)
#define fs__material_pairN_lookup FS__NAME(fs__material_pair, _lookup)
#define fs_default_materialN_def FS__NAME(fs_default_material, _def)
#define fs_default_material_pairN_def FS__NAME(fs_default_material_pair, _def)
#define fs_materialN_add FS__NAME(fs_material, _add)
#define fs_materialN_def FS__NAME(fs_material, _def)
#define fs_materialN_set FS__NAME(fs_material, _set)
#define fs_material_pairN_bind FS__NAME(fs_material_pair, _bind)
#define fs_material_pairN_def FS__NAME(fs_material_pair, _def)
#define fs_material_pairN_get FS__NAME(fs_material_pair, _get)
#define fs_material_pairN_remove FS__NAME(fs_material_pair, _remove)
#define fs_material_pairN_set FS__NAME(fs_material_pair, _set)
#define fs_material_pairN_view FS__NAME(fs_material_pair, _view)

/* ---- contacts ---- */

#define FS__CONTACTN_ALL_SHAPES FS__NAME(FS__CONTACT, _ALL_SHAPES)
#define FS__CONTACTN_EVENTS FS__NAME(FS__CONTACT, _EVENTS)
#define FS__CONTACTN_SENSOR FS__NAME(FS__CONTACT, _SENSOR)
#define FS__CONTACTN_STALE FS__NAME(FS__CONTACT, _STALE)
#define FS__CONTACTN_TOUCHING FS__NAME(FS__CONTACT, _TOUCHING)
#define fs__contactN_destroy FS__NAME(fs__contact, _destroy)
#define fs__contactN_destroy_of_body FS__NAME(fs__contact, _destroy_of_body)
#define fs__contactN_mark_stale FS__NAME(fs__contact, _mark_stale)
#define fs__contactN_point FS__NAME(fs__contact, _point)
#define fs__contactN_update_separations FS__NAME(fs__contact, _update_separations)

/* ---- joints ---- */

#define fs__jointN_destroy_of_body FS__NAME(fs__joint, _destroy_of_body)

/* ---- events ---- */

#define FS_EVENTN_END FS__NAME(FS_EVENT, _END)
#define FS_EVENTN_SENSOR_END FS__NAME(FS_EVENT, _SENSOR_END)
#define FS_EVENTN_SLEEP FS__NAME(FS_EVENT, _SLEEP)
#define FS_EVENTN_WAKE FS__NAME(FS_EVENT, _WAKE)
#define fs__eventN_publish FS__NAME(fs__event, _publish)
#define fs__eventN_record FS__NAME(fs__event, _record)
#define fs__eventN_record_body FS__NAME(fs__event, _record_body)
#define fs__eventN_record_contact FS__NAME(fs__event, _record_contact)
#define fs_eventN FS__NAME(fs_event, )
#define fs_eventN_kind FS__NAME(fs_event, _kind)

/* ---- queries ---- */

#define fs__queryN_path FS__NAME(fs__query, _path)
#define fs__queryN_path_depth FS__NAME(fs__query, _path_depth)
#define fs__queryN_path_fraction FS__NAME(fs__query, _path_fraction)
#define fs__queryN_path_init FS__NAME(fs__query, _path_init)
#define fs__queryN_path_interval FS__NAME(fs__query, _path_interval)
#define fs__queryN_path_interval_near FS__NAME(fs__query, _path_interval_near)
#define fs__queryN_path_point FS__NAME(fs__query, _path_point)

/* ---- debug drawing ---- */

#define FS_DRAWN_ FS__NAME(FS_DRAW, _)
#define FS_DRAWN_ASLEEP FS__NAME(FS_DRAW, _ASLEEP)
#define FS_DRAWN_BULLET FS__NAME(FS_DRAW, _BULLET)
#define FS_DRAWN_DISABLED FS__NAME(FS_DRAW, _DISABLED)
#define FS_DRAWN_DYNAMIC FS__NAME(FS_DRAW, _DYNAMIC)
#define FS_DRAWN_KINEMATIC FS__NAME(FS_DRAW, _KINEMATIC)
#define FS_DRAWN_SENSOR FS__NAME(FS_DRAW, _SENSOR)
#define FS_DRAWN_STATIC FS__NAME(FS_DRAW, _STATIC)
#define fs__debugN_axis FS__NAME(fs__debug, _axis)
#define fs__debugN_contact_point FS__NAME(fs__debug, _contact_point)
#define fs__debugN_draw_islands FS__NAME(fs__debug, _draw_islands)
#define fs__debugN_draw_own_joint FS__NAME(fs__debug, _draw_own_joint)
#define fs__debugN_draw_row FS__NAME(fs__debug, _draw_row)
#define fs__debugN_draw_row_outline FS__NAME(fs__debug, _draw_row_outline)
#define fs__debugN_draw_sleeping FS__NAME(fs__debug, _draw_sleeping)
#define fs__debugN_draw_tree FS__NAME(fs__debug, _draw_tree)
#define fs__debugN_draw_velocities FS__NAME(fs__debug, _draw_velocities)
#define fs__debugN_joint_colour FS__NAME(fs__debug, _joint_colour)
#define fs__debugN_point FS__NAME(fs__debug, _point)
#define fs__debugN_rel_from_unit FS__NAME(fs__debug, _rel_from_unit)
#define fs__debugN_rel_from_vel FS__NAME(fs__debug, _rel_from_vel)
#define fs__debugN_scaled FS__NAME(fs__debug, _scaled)
#define fs__debugN_to_world FS__NAME(fs__debug, _to_world)

#endif
