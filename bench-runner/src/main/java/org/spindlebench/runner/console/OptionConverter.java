package org.spindlebench.runner.console;

import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.conf.ValueParser;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.conf.WholeNumber.Fraction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Converts an option's text with the same parser that reads such values in files. If the parser refuses the text, the
 * converter returns null and keeps the reason. picocli would stop at a list's first wrong element, but users should see
 * all problems at once. Each option has its own converter.
 *
 * @param <T> the type of the option, or of the elements of its list
 */
public abstract class OptionConverter<T> implements ITypeConverter<T> {
    private final ValueParser<? extends T> parser;
    private final List<Refusal> refusals = new ArrayList<>();

    protected OptionConverter(ValueParser<? extends T> parser) {
        this.parser = parser;
    }

    /**
     * Creates a converter. If the converter has a constructor with a context parameter, Spindle uses that constructor.
     */
    public static Object make(Class<?> type, CliContext context) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.getParameterCount() == 0 ? constructor.newInstance() : constructor.newInstance(context);
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

    /**
     * Adds a problem for each option without a value and each text refused since the last call, in the order of the
     * options.
     */
    public static void report(CommandSpec command, Problems problems) {
        for (OptionSpec option : command.options()) {
            boolean hasNoValue = hasNoValue(option);
            if (hasNoValue) {
                problems.add(missingAfter(option));
            }
            if (option.converters().length > 0 && option.converters()[0] instanceof OptionConverter<?> converter) {
                converter.refusals.stream()
                        .filter(refusal -> !hasNoValue)
                        .forEach(refusal -> problems.add(
                                refusal.reason.at(Location.COMMAND_LINE, option.longestName(), refusal.text)));
                converter.refusals.clear();
            }
        }
    }

    /** Returns whether an option that needs a value got an empty word, or a list of nothing such as {@code ,}. */
    private static boolean hasNoValue(OptionSpec option) {
        String nothing = option.splitRegex().isEmpty() ? "\\s*" : "[,\\s]*";
        return option.arity().min() > 0
                && option.originalStringValues().stream().anyMatch(text -> text.matches(nothing));
    }

    /** Returns the problem with an option that is not followed by a value. */
    public static Problem missingAfter(OptionSpec option) {
        return Problem.ofOption(option.longestName(), "a value is missing after it")
                .withRemedy("write " + option.longestName() + " " + option.paramLabel());
    }

    /** Converts durations, such as 90s. */
    public static final class TimeConverter extends OptionConverter<Duration> {
        public TimeConverter() {
            super(TimeSpan::parse);
        }
    }

    /** Converts 64-bit whole numbers. */
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

    /** Converts numbers of bytes, such as 64MB. */
    public static final class SizeConverter extends OptionConverter<Long> {
        public SizeConverter() {
            super(ByteSize::parse);
        }
    }

    /** Converts shares from 0 to 1. */
    public static final class ShareConverter extends OptionConverter<Double> {
        public ShareConverter() {
            super(Fraction::parse);
        }
    }

    /** Converts counts of at least 1. */
    public abstract static class CountConverter extends OptionConverter<Integer> {
        protected CountConverter(int most) {
            super(WholeNumber.between(1, most));
        }
    }
}
