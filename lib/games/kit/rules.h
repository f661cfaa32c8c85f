/* rules.h: the rules of a match as one row of the state and as one struct.
 *
 * A game lists its rules as the fields of a table `rule` with one row, filled at the
 * start from the configuration and constant from then on. With
 *
 *     FS_RULES(mygame, MYGAME_RULE_FIELDS)
 *
 * after its FS_SCHEMA it has `struct mygame_rules`, fs__mygame_rules() that reads the
 * row, fs__mygame_rules_store() and fs__mygame_rules_same(). Rules are of scalar types.
 */
#ifndef FS_GAMES_RULES_H
#define FS_GAMES_RULES_H

#include <fixstep/state.h>

#define FS__RULE_MEMBER(t, TYPE, field, unit) fs_c_##TYPE field;
#define FS__RULE_LOAD(t, TYPE, field, unit) rules.field = t->field[0];
#define FS__RULE_STORE(t, TYPE, field, unit) t->field[0] = rules->field;
#define FS__RULE_SAME(t, TYPE, field, unit) same = same && a->field == t->field;

#define FS_RULES(g, FIELDS)                                                                       \
    struct g##_rules { FIELDS(FS__RULE_MEMBER, rules) };                                          \
    static inline struct g##_rules fs__##g##_rules(const struct g##_view *v)                      \
    {                                                                                             \
        const struct g##_rule *from = &v->rule;                                                   \
        struct g##_rules rules;                                                                   \
        FIELDS(FS__RULE_LOAD, from)                                                               \
        return rules;                                                                             \
    }                                                                                             \
    static inline void fs__##g##_rules_store(struct g##_view *v, const struct g##_rules *rules)   \
    {                                                                                             \
        struct g##_rule *to = &v->rule;                                                           \
        FIELDS(FS__RULE_STORE, to)                                                                \
    }                                                                                             \
    static inline bool fs__##g##_rules_same(const struct g##_rules *a, const struct g##_rules *b) \
    {                                                                                             \
        bool same = true;                                                                         \
        FIELDS(FS__RULE_SAME, b)                                                                  \
        return same;                                                                              \
    }

/* Zeroes a row, named `row`, of the table that pointer `t` names. */
#define FS_ROW_CLEAR(t, TYPE, field, unit) t->field[row] = (fs_c_##TYPE){ 0 };

#endif
