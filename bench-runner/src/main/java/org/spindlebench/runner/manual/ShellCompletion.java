package org.spindlebench.runner.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.runner.manual.ManualPage.Entry;

/**
 * Writes scripts that complete command lines in bash and zsh. The scripts contain the names of suites, setups and the
 * like, so that a shell need not start Spindle to complete a word.
 *
 * @param pages the commands
 * @param names the names that an option or argument takes, by its label or, if labels do not suffice, the option's name
 */
public record ShellCompletion(List<ManualPage> pages, Map<String, List<String>> names) {
    private static final String LIST = ",...";

    /** Values of an option: words, and whether files or directories are allowed, too. */
    private record Values(List<String> words, String paths, boolean list) {}

    private static final String BASH = """
            # Completes command lines of Spindle in bash. To use it: source <(spindle completion bash)
            _spindle_values() {
                local word before=
                if [[ $3 == list && $current == *,* ]]; then before=${current%,*},; fi
                while IFS= read -r word; do COMPREPLY+=("$word"); done \\
                    < <(compgen -P "$before" -W "$1" -- "${current##"$before"}"
                        case $2 in f) compgen -f -- "$current" ;; d) compgen -d -- "$current" ;; esac)
                if [[ -n $2 ]]; then compopt -o filenames 2>/dev/null; fi
                return 0
            }

            _spindle() {
                local commands='{commands}'
                local command= options= word i
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                COMPREPLY=()
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    case " $commands " in *" $word "*) command=$word; break ;; esac
                    case $word in -*) command=run; break ;; esac
                done
                case "$command $previous" in
            {values}    esac
                case $command in
            {options}    *) options='-h --help -V --version' ;;
                esac
                if [[ $current == -* ]]; then
                    _spindle_values "$options"
                elif [[ -z $command ]]; then
                    _spindle_values "$commands"
                else
                    case $command in
            {arguments}        *) _spindle_values '' f ;;
                    esac
                fi
            }

            complete -F _spindle spindle
            """;

    private static final String ZSH = """
            #compdef spindle
            # Completes command lines of Spindle in zsh. To use it: source <(spindle completion zsh), or store it as
            # _spindle in a directory of fpath.
            _spindle_values() {
                local -a words=(${=1})
                if [[ $3 == list ]]; then
                    _sequence compadd - $words
                    return
                fi
                (( $#words )) && compadd -a words
                case $2 in
                    (f) _files ;;
                    (d) _files -/ ;;
                esac
            }

            _spindle() {
                local -a commands=(
            {commands}    )
                if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
                    _describe -t commands command commands
                    return
                fi
                local command=$words[2]
                if [[ $command == -* ]]; then
                    command=run
                else
                    shift words
                    (( CURRENT-- ))
                fi
                case $command in
            {cases}    esac
            }

            if [[ $funcstack[1] == _spindle ]]; then
                _spindle "$@"
            else
                compdef _spindle spindle
            fi
            """;

    /** Returns the script for bash. */
    public String bash() {
        StringBuilder values = new StringBuilder();
        StringBuilder options = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        for (ManualPage page : commands()) {
            List<String> all = new ArrayList<>();
            for (Entry entry : entries(page)) {
                all.addAll(entry.names());
                if (entry.takesValue()) {
                    String patterns = entry.names().stream()
                            .map(name -> "'" + page.command() + " " + name + "'")
                            .collect(Collectors.joining(" | "));
                    values.append("    ").append(patterns).append(") ").append(bash(values(entry)));
                    values.append("; return ;;\n");
                }
            }
            options.append("    ").append(page.command()).append(") options='");
            options.append(String.join(" ", all)).append("' ;;\n");
            arguments(page).ifPresent(argument -> arguments
                    .append("        ")
                    .append(page.command())
                    .append(") ")
                    .append(bash(values(argument)))
                    .append(" ;;\n"));
        }
        return BASH.replace("{commands}", String.join(" ", commandNames()))
                .replace("{values}", values)
                .replace("{options}", options)
                .replace("{arguments}", arguments);
    }

    /** Returns the script for zsh. */
    public String zsh() {
        StringBuilder described = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        for (ManualPage page : commands()) {
            described
                    .append("        ")
                    .append(quoted(page.command() + ":" + page.summary()))
                    .append('\n');
            cases.append("        (").append(page.command()).append(") _arguments -S");
            for (Entry entry : entries(page)) {
                for (String name : entry.names()) {
                    cases.append(" \\\n            ").append(quoted(zsh(entry, name)));
                }
            }
            arguments(page).ifPresent(argument -> cases.append(" \\\n            ")
                    .append(quoted("*:" + escaped(argument.label()) + ":" + zsh(values(argument)))));
            cases.append(" ;;\n");
        }
        return ZSH.replace("{commands}", described).replace("{cases}", cases);
    }

    private List<ManualPage> commands() {
        return pages.stream().filter(page -> !page.command().isEmpty()).toList();
    }

    private List<String> commandNames() {
        return commands().stream().map(ManualPage::command).toList();
    }

    /** Returns a command's options. `lab run` takes those of `run`, too. */
    private List<Entry> entries(ManualPage page) {
        List<Entry> all = new ArrayList<>();
        Stream<ManualPage> ofRun = page.command().equals("lab")
                ? pages.stream().filter(one -> one.command().equals("run"))
                : Stream.empty();
        Stream.concat(Stream.of(page), ofRun)
                .flatMap(one -> one.parts().stream())
                .flatMap(part -> part.entries().stream())
                .filter(entry -> !entry.names().isEmpty())
                .filter(entry -> all.stream().noneMatch(other -> other.names().equals(entry.names())))
                .forEach(all::add);
        return all;
    }

    /** Returns all arguments of a command as one. */
    private Optional<Entry> arguments(ManualPage page) {
        return page.parts().stream()
                .flatMap(part -> part.entries().stream())
                .filter(entry -> entry.names().isEmpty())
                .reduce((first, next) -> new Entry(List.of(), first.label() + "|" + next.label(), "", true));
    }

    /** Reads the label: words in small letters are values, those in capitals say what kind of value it is. */
    private Values values(Entry entry) {
        List<String> words = new ArrayList<>();
        entry.names().forEach(name -> words.addAll(names.getOrDefault(name, List.of())));
        String label = entry.label().replace("[", "").replace("]", "");
        String paths = "";
        for (String kind : label.replace(LIST, "").split("[| ]")) {
            if (names.containsKey(kind)) {
                words.addAll(names.get(kind));
            } else if (kind.matches("[a-z][a-z=-]*[A-Z]*")) {
                words.add(kind.replaceFirst("=?[A-Z]*$", kind.contains("=") ? "=" : ""));
            }
            if (kind.matches("FILE|RESULTS|BUNDLE|BASE|CONTENDER")) {
                paths = "f";
            } else if (kind.matches("DIR|CAMPAIGN") && paths.isEmpty()) {
                paths = "d";
            }
        }
        return new Values(words, paths, entry.label().endsWith(LIST));
    }

    private static String bash(Values values) {
        return ("_spindle_values '" + String.join(" ", values.words()) + "' " + options(values)).strip();
    }

    private static String options(Values values) {
        return values.list() ? "'" + values.paths() + "' list" : values.paths();
    }

    private static String zsh(Values values) {
        return (" _spindle_values \"" + String.join(" ", values.words()) + "\" " + options(values)).stripTrailing();
    }

    private String zsh(Entry entry, String name) {
        String others = entry.names().size() > 1 ? "(" + String.join(" ", entry.names()) + ")" : "";
        String before = entry.several() ? "*" : others;
        String text = "[" + escaped(entry.text().replaceFirst("(?s)\\. .*|\\.$", "")) + "]";
        if (entry.label().isEmpty()) {
            return before + name + text;
        }
        String colons = entry.takesValue() ? ":" : "::";
        return before + name + (name.startsWith("--") ? "=" : "") + text + colons + escaped(entry.label()) + ":"
                + zsh(values(entry));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
