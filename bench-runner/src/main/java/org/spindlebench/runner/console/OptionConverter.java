package org.spindlebench.runner.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.conf.ValueParser;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Converts an option's text by the parser that also reads such values in files. It returns null for text that the
 * parser refuses, and keeps the reason. picocli would end a list at its first wrong element, but the user is to see all
 * problems at once. Each option has a converter of its own.
 *
 * @param <T> the type of the option, or of the elements of its list
 */
public abstract class OptionConverter<T> implements ITypeConverter<T> {
    private final ValueParser<? extends T> parser;
    private final List<Refusal> refusals = new ArrayList<>();

    protected OptionConverter(ValueParser<? extends T> parser) {
        this.parser = parser;
    }

    private record Refusal(String text, NotUnderstoodException reason) {}

    /** Returns the value; null if the parser refuses the text. */
    @Override
    public final T convert(String text) {
        try {
            return parser.parse(text);
        } catch (NotUnderstoodException e) {
            refusals.add(new Refusal(text, e));
            return null;
        }
    }

    /** Adds a problem for every text that the converters of a command refused, in the order of its options. */
    public static void report(CommandSpec command, Problems problems) {
        for (OptionSpec option : command.options()) {
            if (option.converters().length > 0 && option.converters()[0] instanceof OptionConverter<?> converter) {
                converter.refusals.forEach(refusal ->
                        problems.add(refusal.reason.at(Location.COMMAND_LINE, option.longestName(), refusal.text)));
            }
        }
    }

    /** Converts durations, such as 90s. */
    public static final class TimeConverter extends OptionConverter<Duration> {
        public TimeConverter() {
            super(TimeSpan::parse);
        }
    }

    /** Converts whole numbers of 64 bits. */
    public static final class WholeNumberConverter extends OptionConverter<Long> {
        public WholeNumberConverter() {
            super(WholeNumber::parse);
        }
    }

    /** Converts names that become part of file names. */
    public static final class NameConverter extends OptionConverter<String> {
        public NameConverter() {
            super(FileSafeName::parse);
        }
    }
}
