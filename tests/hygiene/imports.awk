# imports.awk: holds every #include of the sources to the table imports.txt and prints
# those that break it, circles of the table, and headers without an owner.
#
#     awk -f imports.awk imports.txt FILE...      (run in the top folder of the sources)
#
# A quoted or bracketed name is looked for beside the file, then where the compiler looks:
# lib/include, lib/games/include, lib/src, lib, the top folder. A name found nowhere is a system header.

function folder_of(path)
{
    return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "."
}
# The row that counts for a file: its header's owner, or the longest folder above it.
function row_of(path, folder)
{
    if (sub(/^lib(\/games)?\/include\/fixstep\//, "", path))
        return owner[path]
    for (folder = folder_of(path); folder != "." && !(folder in uses); folder = folder_of(folder))
        ;
    return folder in uses ? folder : ""
}
function exists(path)
{
    if (!(path in found)) {
        found[path] = (getline line_of_it < path) >= 0
        close(path)
    }
    return found[path]
}
function resolve(path, name, i)
{
    for (i = 1; i <= roots; i++)
        if (exists((i == 1 ? folder_of(path) : root[i]) "/" name))
            return normal((i == 1 ? folder_of(path) : root[i]) "/" name)
    return ""
}
function normal(path)
{
    gsub(/\/\.\//, "/", path)
    sub(/^\.\//, "", path)
    while (sub(/[^\/.]+\/\.\.\//, "", path))
        ;
    return path
}
# Whether row `from` may use row `to`, directly or through what it uses.
function may_use(from, to, i, n, list)
{
    if (from == to)
        return 1
    n = split(uses[from], list, " ")
    for (i = 1; i <= n; i++)
        if (may_use(list[i], to))
            return 1
    return 0
}
function check(path, name, target, from, to)
{
    target = resolve(path, name)
    if (target == "")
        return
    from = row_of(path)
    to = row_of(target)
    if (from == "")
        print path ": no row of the table holds this file"
    else if (to == "")
        print path ":" FNR ": " target " belongs to no row of the table"
    else if (!may_use(from, to) && !(may_use(from, "installed") && target ~ /^lib\/include\//))
        print path ":" FNR ": " from " may not use " target " (" to ")"
}

BEGIN {
    roots = split("beside lib/include lib/games/include lib/src lib .", root, " ")
    uses["installed"] = ""
}
FNR == NR && $1 == "uses" {
    uses[$2] = ""
    for (i = 3; i <= NF; i++) {
        if (!($i in uses) || $i == $2)
            print FILENAME ":" FNR ": " $2 " uses " $i ", which stands not above it: a circle"
        else
            uses[$2] = uses[$2] " " $i
    }
}
FNR == NR && $1 == "owns" {
    for (i = 3; i <= NF; i++)
        owner[$i] = $2
}
FNR != NR && /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    name = $0
    sub(/^[^<"]*[<"]/, "", name)
    sub(/[>"].*/, "", name)
    check(normal(FILENAME), name)
}
