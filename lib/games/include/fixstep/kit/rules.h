/* rules.h: the rules of a match as one row of the state and as one struct.
 *
 * A game lists its rules as the fields of a table `rule` with one row, filled at the
 * start from the configuration and constant from then on. With
 *
 *     FS_KIT_RULES(mygame, MYGAME_RULE_FIELDS)
 *
 * after its FS_SCHEMA it has `struct mygame_rules`, mygame_rules_load() that reads the
 * row, mygame_rules_store() and mygame_rules_equal(). Rules are of scalar types.
 */
#ifndef FIXSTEP_KIT_RULES_H
#define FIXSTEP_KIT_RULES_H

#include <fixstep/state.h>

#define FS__KIT_RULE_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
#define FS__KIT_RULE_LOAD(t, TYPE, field, unit) rules.field = t->field[0];
#define FS__KIT_RULE_STORE(t, TYPE, field, unit) t->field[0] = rules->field;
#define FS__KIT_RULE_EQUAL(t, TYPE, field, unit) equal = equal && a->field == t->field;

#define FS_KIT_RULES(g, FIELDS)                                                              \
    struct g##_rules {                                                                       \
        FIELDS(FS__KIT_RULE_MEMBER, rules)                                                   \
    };                                                                                       \
    static inline struct g##_rules g##_rules_load(const struct g##_view *v)                  \
    {                                                                                        \
        const struct g##_rule *from = &v->rule;                                              \
        struct g##_rules rules;                                                              \
        FIELDS(FS__KIT_RULE_LOAD, from)                                                      \
        return rules;                                                                        \
    }                                                                                        \
    static inline void g##_rules_store(struct g##_view *v, const struct g##_rules *rules)    \
    {                                                                                        \
        struct g##_rule *to = &v->rule;                                                      \
        FIELDS(FS__KIT_RULE_STORE, to)                                                       \
    }                                                                                        \
    static inline bool g##_rules_equal(const struct g##_rules *a, const struct g##_rules *b) \
    {                                                                                        \
        bool equal = true;                                                                   \
        FIELDS(FS__KIT_RULE_EQUAL, b)                                                        \
        return equal;                                                                        \
    }

/* Zeroes a row, named `row`, of the table that pointer `t` names. */
#define FS_KIT_ROW_CLEAR(t, TYPE, field, unit) t->field[row] = (fs_c_##TYPE){ 0 };

#endif
