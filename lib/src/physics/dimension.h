/* dimension.h: names for the templates of this folder, which physics2d and physics3d share.
 *
 * A template is a file NAME.inl of this folder. Each dimension has a NAME.c that includes, in this order,
 * physics2d/dimension.h (or physics3d/dimension.h), the headers of that dimension and the template. Only where the
 * dimensions differ does NAME.c define static functions too; the first comment of the template names them.
 *
 * In a template the letter N stands in a name where the dimension has its number: fs_worldN is fs_world2 or fs_world3,
 * FS__CONTACTN_STALE is FS__CONTACT2_STALE or FS__CONTACT3_STALE. The list below gives every such name once, by module and
 * sorted; a name that a template needs is added there. The headers of this folder that are templates too begin with the names
 * that they declare. Types without a number (fs_quat) are named in the dimension.h of their dimension.
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

/* Axes of a position, and planes that are spanned by two of them: plane k by axis k and the next one. */
enum { FS__AXES = FS__DIMENSION, FS__PLANES = FS__DIMENSION * (FS__DIMENSION - 1) / 2 };

/* ---- geometry ---- */

#define fs__posN_from_axes FS__NAME(fs__pos, _from_axes)
#define fs__posN_to_axes FS__NAME(fs__pos, _to_axes)
#define fs_aabbN FS__NAME(fs_aabb, )
#define fs_aabbN_overlaps FS__NAME(fs_aabb, _overlaps)
#define fs_posN FS__NAME(fs_pos, )
#define fs_posN_max FS__NAME(fs_pos, _max)
#define fs_posN_min FS__NAME(fs_pos, _min)

/* ---- world ---- */

#define FS__WORLDN_TABLE_CONTACT FS__NAME(FS__WORLD, _TABLE_CONTACT)
#define fs__worldN_row_live FS__NAME(fs__world, _row_live)
#define fs__worldN_sync_broadphase FS__NAME(fs__world, _sync_broadphase)
#define fs__worldN_tick FS__NAME(fs__world, _tick)
#define fs__worldN_update_fat_aabbs FS__NAME(fs__world, _update_fat_aabbs)
#define fs_worldN FS__NAME(fs_world, )

/* ---- bodies and shapes ---- */

#define FS_BODYN_ASLEEP FS__NAME(FS_BODY, _ASLEEP)
#define FS_BODYN_DISABLED FS__NAME(FS_BODY, _DISABLED)
#define FS_BODYN_STATIC FS__NAME(FS_BODY, _STATIC)
#define FS_SHAPEN_CONTACT_EVENTS FS__NAME(FS_SHAPE, _CONTACT_EVENTS)
#define FS_SHAPEN_HIT_EVENTS FS__NAME(FS_SHAPE, _HIT_EVENTS)
#define FS_SHAPEN_MOVED FS__NAME(FS_SHAPE, _MOVED)
#define FS_SHAPEN_SENSOR FS__NAME(FS_SHAPE, _SENSOR)
#define fs__bodyN_is_awake FS__NAME(fs__body, _is_awake)
#define fs__bodyN_is_dynamic FS__NAME(fs__body, _is_dynamic)
#define fs__bodyN_snapshot FS__NAME(fs__body, _snapshot)
#define fs__bodyN_take_snapshots FS__NAME(fs__body, _take_snapshots)
#define fs__bodyN_wake_row FS__NAME(fs__body, _wake_row)
#define fs__shapeN_renew_fat_aabb FS__NAME(fs__shape, _renew_fat_aabb)

/* ---- contacts ---- */

#define FS__CONTACTN_ALL_SHAPES FS__NAME(FS__CONTACT, _ALL_SHAPES)
#define FS__CONTACTN_EVENTS FS__NAME(FS__CONTACT, _EVENTS)
#define FS__CONTACTN_HITS FS__NAME(FS__CONTACT, _HITS)
#define FS__CONTACTN_SENSOR FS__NAME(FS__CONTACT, _SENSOR)
#define FS__CONTACTN_STALE FS__NAME(FS__CONTACT, _STALE)
#define FS__CONTACTN_TOUCHING FS__NAME(FS__CONTACT, _TOUCHING)
#define fs__contactN_destroy FS__NAME(fs__contact, _destroy)
#define fs__contactN_destroy_of_body FS__NAME(fs__contact, _destroy_of_body)
#define fs__contactN_mark_stale FS__NAME(fs__contact, _mark_stale)
#define fs__contactN_should_collide FS__NAME(fs__contact, _should_collide)
#define fs__contactN_update_pairs FS__NAME(fs__contact, _update_pairs)

/* ---- joints ---- */

#define fs__jointN_blocks_collision FS__NAME(fs__joint, _blocks_collision)

/* ---- events ---- */

#define FS_EVENTN_END FS__NAME(FS_EVENT, _END)
#define FS_EVENTN_SENSOR_END FS__NAME(FS_EVENT, _SENSOR_END)
#define fs__eventN_record_contact FS__NAME(fs__event, _record_contact)

#endif
