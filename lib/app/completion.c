/* completion.c: functions for bash and zsh that offer options and their values. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/completion.h"

#include <string.h>

static bool takes_file(const app_option *option)
{
    return option->value != NULL && (strncmp(option->value, "FILE", 4) == 0 || strcmp(option->value, "DIR") == 0 ||
                                     strcmp(option->value, "PATH") == 0);
}

/* The words of a choice, separated by blanks. */
static void print_words(const char *value, FILE *file)
{
    for (; *value != '\0'; value++)
        fputc(*value == '|' ? ' ' : *value, file);
}

/* --- bash ---------------------------------------------------------------------------- */

/* A shell function cannot have every character of a program's name. */
static void print_function_name(const app_program *program, FILE *file)
{
    fputc('_', file);
    for (const char *c = program->name; *c != '\0'; c++)
        fputc(*c == '-' ? '_' : *c, file);
}

static void print_bash_value(const app_option *option, FILE *file)
{
    fprintf(file, "        --%s", option->name);
    if (option->letter != 0)
        fprintf(file, " | -%c", option->letter);
    fputs(") ", file);
    if (option->kind == APP_CHOICE) {
        fputs("COMPREPLY=($(compgen -W \"", file);
        print_words(option->value, file);
        fputs("\" -- \"$word\"))", file);
    } else if (takes_file(option))
        fputs("COMPREPLY=($(compgen -f -- \"$word\"))", file);
    else
        fputs("COMPREPLY=()", file);
    fputs("; return ;;\n", file);
}

static void print_names(const app_subcommand *subcommands, size_t count, FILE *file)
{
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%s", i > 0 ? " " : "", subcommands[i].name);
}

static void print_bash(const app_program *program, const app_subcommand *subcommands, size_t count, FILE *file)
{
    fprintf(file, "# Completion of %s for bash.\n", program->name);
    print_function_name(program, file);
    fputs("() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n", file);
    for (size_t i = 0; i < count; i++)
        if (subcommands[i].after != NULL)
            fprintf(file,
                    "    if [ \"${COMP_WORDS[1]}\" = %s ] && [ \"$COMP_CWORD\" -gt 1 ]; then\n"
                    "        COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return\n    fi\n",
                    subcommands[i].name, subcommands[i].after);
    fputs("    case $before in\n", file);
    for (size_t i = 0; i < program->count; i++)
        if (program->options[i].kind != APP_FLAG && program->options[i].implied == NULL)
            print_bash_value(&program->options[i], file);
    fputs("    esac\n    COMPREPLY=($(compgen -W \"", file);
    for (size_t i = 0; i < program->count; i++)
        fprintf(file, "--%s ", program->options[i].name);
    fputs("--help --version ", file);
    print_names(subcommands, count, file);
    fputs("\" -- \"$word\"))\n}\ncomplete -o filenames -o default -F ", file);
    print_function_name(program, file);
    fprintf(file, " %s\n", program->name);
}

/* --- zsh ------------------------------------------------------------------------------- */

/* The first line of the help, without what zsh's _arguments takes for its own. */
static void print_zsh_help(const char *help, FILE *file)
{
    for (; *help != '\0' && *help != '\n'; help++)
        if (strchr("[]:'\"`$\\", *help) == NULL)
            fputc(*help, file);
}

static void print_zsh_option(const app_option *option, FILE *file)
{
    fprintf(file, "    '%s--%s%s[", option->kind == APP_LIST ? "*" : "", option->name,
            option->kind == APP_FLAG ? "" : "=");
    print_zsh_help(option->help, file);
    fputc(']', file);
    if (option->kind == APP_CHOICE) {
        fputs(":value:(", file);
        print_words(option->value, file);
        fputc(')', file);
    } else if (takes_file(option))
        fputs(":file:_files", file);
    else if (option->kind != APP_FLAG)
        fputs(":value:", file);
    fputs("' \\\n", file);
}

/* In zsh the words of all subcommands are offered after each. */
static void print_zsh_subcommands(const app_subcommand *subcommands, size_t count, FILE *file)
{
    if (count == 0)
        return;
    fputs("    '1:command:(", file);
    print_names(subcommands, count, file);
    fputs(")' \\\n", file);
    bool more = false;
    for (size_t i = 0; i < count; i++) {
        if (subcommands[i].after != NULL)
            fprintf(file, "%s%s", more ? " " : "    '*:command:(", subcommands[i].after);
        more = more || subcommands[i].after != NULL;
    }
    fputs(more ? ")' \\\n" : "", file);
}

static void print_zsh(const app_program *program, const app_subcommand *subcommands, size_t count, FILE *file)
{
    fprintf(file, "#compdef %s\n_arguments \\\n", program->name);
    for (size_t i = 0; i < program->count; i++)
        print_zsh_option(&program->options[i], file);
    print_zsh_subcommands(subcommands, count, file);
    fputs("    '--help[print the help]' '--version[print the version]'\n", file);
}

void app_print_completion(const app_program *program, app_shell shell, const app_subcommand *subcommands, size_t count,
                          FILE *file)
{
    if (shell == APP_BASH)
        print_bash(program, subcommands, count, file);
    else
        print_zsh(program, subcommands, count, file);
}
