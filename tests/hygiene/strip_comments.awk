# strip_comments.awk: C sources without comments and without what is between
# quotes, each line led by "FILE:LINE:", so that a search finds code alone.

FNR == 1 { inside = 0 }
{
    rest = $0
    code = ""
    while (rest != "") {
        if (inside) {
            end = index(rest, "*/")
            if (!end) break
            inside = 0
            rest = substr(rest, end + 2)
        } else if (match(rest, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) {
            code = code substr(rest, 1, RSTART - 1) " "
            token = substr(rest, RSTART, 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (token == "//") break
            inside = token == "/*"
        } else {
            code = code rest
            rest = ""
        }
    }
    printf "%s:%d:%s\n", FILENAME, FNR, code
}
