package org.spindlebench.runner.cli;

import java.util.Arrays;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Breaks the lines of a help text, but not at a dot within a word, such as {@code .csv} or a setting's name. Java would
 * also break them there.
 */
final class UnbrokenHelp extends Help {
    /** Stands for a dot until the lines are broken. This letter occurs in none of Spindle's texts. */
    private static final String LETTER = "\uA4F8";

    private static final Pattern WITHIN_WORD = Pattern.compile("\\.(?=\\w)");

    UnbrokenHelp(CommandSpec spec, ColorScheme colours) {
        super(spec, colours);
    }

    /** Puts the dots back into a text whose lines have been broken. */
    static String restored(String help) {
        return help.replace(LETTER, ".");
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer renderer = super.createDefaultOptionRenderer();
        return (option, labels, scheme) -> whole(renderer.render(option, labels, scheme), scheme);
    }

    @Override
    public IParameterRenderer createDefaultParameterRenderer() {
        IParameterRenderer renderer = super.createDefaultParameterRenderer();
        return (parameter, labels, scheme) -> whole(renderer.render(parameter, labels, scheme), scheme);
    }

    private static Text[][] whole(Text[][] rows, ColorScheme scheme) {
        return Arrays.stream(rows)
                .map(row -> Arrays.stream(row)
                        .map(text -> scheme.ansi()
                        .new Text(WITHIN_WORD.matcher(text.toString()).replaceAll(LETTER)))
                        .toArray(Text[]::new))
                .toArray(Text[][]::new);
    }
}
