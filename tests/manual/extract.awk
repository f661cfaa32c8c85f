# extract.awk: the programs of a chapter of the manual.
#
#     awk -v out=FOLDER -f extract.awk CHAPTER.md...
#
# In a chapter, comments of HTML say what belongs to which program:
#
#   <!-- program NAME        begins a program; lines up to "-->" are part of it and not shown
#   <!-- hidden              lines up to "-->" go to the program and are not shown
#   ```c ... ```             shown lines of the program
#   <!-- end                 lines up to "-->" go to the program, which is then complete
#   ```text ... ```          right after the end: the expected output
#
# A program compiles and runs (exit status 0). A block of C outside a program is an error,
# so nothing in the manual is untried. Writes FOLDER/NAME.c, NAME.txt (where an output is
# given), and prints the names in order.

function fail(text)
{
    print FILENAME ":" FNR ": " text > "/dev/stderr"
    failed = 1
    exit 1
}
function emit(text)
{
    if (name == "")
        fail("C outside a program")
    printf "%s\n", text > (out "/" name ".c")
}

FNR == 1 && name != "" { fail("program " name " has no end") }
mode == "c" && /^```/ { mode = ""; next }
mode == "c" { emit($0); next }
mode == "text" && /^```/ { mode = ""; close(out "/" last ".txt"); last = ""; next }
mode == "text" { print > (out "/" last ".txt"); next }
mode == "other" { if (/^```/) mode = ""; next }
mode == "comment" && /^-->$/ {
    mode = ""
    if (ending) {
        close(out "/" name ".c")
        print name
        last = name
        name = ""
    }
    next
}
mode == "comment" { emit($0); next }

/^<!-- program / {
    if (name != "")
        fail("program " name " has no end")
    name = $3
    if (name in seen)
        fail("a second program " name)
    seen[name]
    emit("/* " FILENAME " */")
    if (!/-->/)
        mode = "comment"
    ending = 0
    next
}
/^<!-- hidden/ { mode = "comment"; ending = 0; next }
/^<!-- end/ {
    ending = 1
    mode = "comment"
    if (/-->$/) {
        mode = ""
        close(out "/" name ".c")
        print name
        last = name
        name = ""
    }
    next
}
/^```c$/ { mode = "c"; emit("#line " FNR + 1 " \"" FILENAME "\""); next }
/^```text$/ && last != "" { mode = "text"; printf "" > (out "/" last ".txt"); next }
/^```/ { mode = "other"; next }
/[^ ]/ { last = "" }
END {
    if (!failed && name != "")
        fail("program " name " has no end")
}
