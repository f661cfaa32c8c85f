# comments.awk: prints the text of the comments of a C file, and nothing of its code.
# The text of a string that looks like the start of a comment counts as one.
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
    if (text != "") print text
}
