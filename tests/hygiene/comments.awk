# comments.awk: prints the text of the comments of C files, each line led by "FILE:", and nothing of their code.
# The text of a string that looks like the start of a comment counts as one.
FNR == 1 { inside = 0 }
{
    line = $0
    text = ""
    for (;;) {
        if (!inside) {
            start = index(line, "/*")
            if (!start) break
            line = substr(line, start + 2)
            inside = 1
        }
        end = index(line, "*/")
        if (!end) {
            text = text line
            break
        }
        text = text substr(line, 1, end - 1) " "
        line = substr(line, end + 2)
        inside = 0
    }
    if (text != "") print FILENAME ":" text
}
