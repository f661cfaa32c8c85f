lib_libcore_la_SOURCES += lib/src/phys/two/world.c lib/src/phys/two/world_bind.c lib/src/phys/two/world_ahead.c lib/src/phys/two/ahead.h lib/src/phys/two/world_boxes.c \
	lib/src/phys/two/world_contacts.c lib/src/phys/two/world_events.c lib/src/phys/two/world_islands.c lib/src/phys/two/world_lists.c lib/src/phys/two/sets.h \
	lib/src/phys/two/world_pairs.c lib/src/phys/two/world_step.c lib/src/phys/two/world_touch.c \
	lib/src/phys/two/world_valid.c lib/src/phys/two/body.c lib/src/phys/two/body.h lib/src/phys/two/body_force.c \
	lib/src/phys/two/body_mass.c lib/src/phys/two/form.c lib/src/phys/two/form_chain.c lib/src/phys/two/material.c \
	lib/src/phys/two/manifold_chain.c
