# doxygen.awk: an installed header as Doxygen wants it. The headers keep plain comments; this
# filter turns each comment into the form that Doxygen reads:
#
#   first comment of the file         ->  that of the file
#   comment at the start of a line    ->  of the declaration below it, and of all that follow
#                                         without a blank line or another comment between
#   comment after a declaration       ->  of that declaration
#   ruled line ("---- joints ----")   ->  dropped
#
# A #define passes unchanged, with its body.

function tell()
{
    printf "%s", comment
    told = 1
}
# Doxygen takes a leading '@' or '\' for a command, and <word> for a tag.
function plain(text)
{
    gsub(/[<]/, "\\&lt;", text)
    gsub(/#/, "\\\\#", text)
    return text
}

skipping {
    skipping = /\\$/
    print
    next
}
inside {
    comment = comment plain($0) "\n"
    inside = !/\*\//
    next
}
trailing {
    trailing = !/\*\//
    print plain($0)
    next
}
/^[ \t]*#/ {
    if (/^#define/ && !told)
        tell()
    skipping = /\\$/
    print
    next
}
/^[ \t]*\/\*[ -]*-[ -].*--+ *\*\/[ \t]*$/ { next }
/^[ \t]*\/\*/ {
    comment = plain($0)
    sub(/\/\*/, named++ ? "/**" : "/** @file\n *", comment)
    comment = comment "\n"
    told = 0
    inside = !/\*\//
    next
}
/^[ \t]*$/ {
    if (!told)
        tell()
    comment = ""
    print
    next
}
{
    if (!told || (comment != "" && /^(FS_API|static inline) /))
        tell()
    at = index($0, "/*")
    if (at) {
        print substr($0, 1, at - 1) "/**<" plain(substr($0, at + 2))
        trailing = !/\*\//
    } else
        print
}
