# self_initialiser.awk: prints the initialisers "name = { ... }" that take the address of the name. The order in which an
# initialiser writes the members is open in C, so that a call in it that writes one of them gives a result that hangs on
# the compiler. Reads the lines FILE:LINE:CODE of strip_comments.awk.
{
    match($0, /^[^:]*:[0-9]+:/)
    place = substr($0, 1, RLENGTH)
    code = substr($0, RLENGTH + 1)
    if (statement == "")
        first = place
    statement = statement " " code
    if (code !~ /;/)
        next
    if (match(statement, /[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])* = \{/)) {
        name = substr(statement, RSTART, RLENGTH)
        inside = substr(statement, RSTART + RLENGTH)
        sub(/;.*/, "", inside) # the rest of the head of a loop
        sub(/[^A-Za-z0-9_].*/, "", name)
        if (inside ~ "&" name "[^A-Za-z0-9_]")
            print first code
    }
    statement = ""
}
