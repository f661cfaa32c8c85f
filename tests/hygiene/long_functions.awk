# long_functions.awk: names every function of more than `limit` lines (signature
# and braces included) in C sources laid out the way this project does it: a
# function ends at the first line that starts with a closing brace.
#
#     awk -v limit=70 -f long_functions.awk FILE...

FNR == 1 {
    open_line = 0
    head_line = 0
}
# A definition's head starts in column one and holds a parenthesis.
!open_line && /^[A-Za-z_].*\(/ && !/;[ \t]*$/ && !/^(typedef|extern|enum|struct [a-z_]+ \{|union)/ {
    head_line = FNR
    head = $0
}
!open_line && head_line && /^[A-Za-z_].*\)[ \t]*\{[ \t]*$/ { open_line = head_line }
!open_line && head_line && /^\{/ { open_line = head_line }
!open_line && /;[ \t]*$/ { head_line = 0 }
open_line && /^\}/ {
    if (FNR - open_line + 1 > limit)
        printf "%s:%d: %d lines: %s\n", FILENAME, open_line, FNR - open_line + 1, head
    open_line = 0
    head_line = 0
}
