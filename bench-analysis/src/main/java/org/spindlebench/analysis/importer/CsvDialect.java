package org.spindlebench.analysis.importer;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Numbers.PrintedNumber;

/**
 * How a CSV file writes numbers and durations. It is decided once for the whole file: the same text never means one
 * thing in one line and another in the next.
 *
 * @param decimal the decimal mark, a point or a comma. The other one separates thousands
 * @param unit the seconds of a duration of 1 without a unit
 * @param hoursFirst whether {@code 5:51} is hours and minutes, and not minutes and seconds
 */
record CsvDialect(char decimal, double unit, boolean hoursFirst) {
    private static final Pattern CLOCK =
            Pattern.compile("(?:(\\d+) days?,? )?(?:(\\d+):)?(\\d+):(\\d\\d(?:[.,]\\d+)?)");
    private static final String AMOUNT = "(?:(\\d[\\d.,]*)\\s*";
    private static final Pattern UNITS = Pattern.compile(
            "(?:P?T)?" + AMOUNT + "(?:h|hrs?|hours?)(?![a-z]))?[,\\s]*" + AMOUNT
                    + "(?:m|mins?|minutes?)(?![a-z]))?[,\\s]*" + AMOUNT + "(?:s|secs?|seconds?)(?![a-z]))?[,\\s]*"
                    + AMOUNT + "(?:ms|msecs?|milliseconds?))?",
            Pattern.CASE_INSENSITIVE);
    private static final double NANOS = 1e9;
    private static final double MOST_ROUNDED = 1e6;
    private static final double[] SECONDS = {3600, 60, 1, 1e-3};

    /** Reads a number in the dialect; the message of the exception shows the text as the file has it. */
    double number(String column, String text) throws UnreadableException {
        return Numbers.number(column, text, withPoint(text));
    }

    /** Reads a duration in seconds, which must be more than 0. */
    double seconds(String column, String text) throws UnreadableException {
        double exact = parsed(column, text);
        // Sums of parts, such as 60 + 51.73, have more digits than the file.
        double seconds = exact < MOST_ROUNDED ? Math.round(exact * NANOS) / NANOS : exact;
        if (seconds <= 0) {
            throw new UnreadableException(column + " is " + Numbers.shown(text) + ", and must be more than 0");
        }
        return seconds;
    }

    private double parsed(String column, String text) throws UnreadableException {
        Matcher clock = CLOCK.matcher(text);
        if (clock.matches()) {
            return clock(column, text, clock);
        }
        Matcher units = UNITS.matcher(text);
        if (Character.isDigit(text.charAt(text.length() - 1)) || !units.matches()) {
            return unit * number(column, text);
        }
        double seconds = 0;
        for (int part = 0; part < SECONDS.length; part++) {
            String amount = units.group(part + 1);
            seconds += amount == null ? 0 : SECONDS[part] * number(column, amount);
        }
        return seconds;
    }

    private double clock(String column, String text, Matcher parts) throws UnreadableException {
        double last = number(column, parts.group(4));
        double middle = number(column, parts.group(3));
        if (last >= 60 || (parts.group(2) != null && middle >= 60)) {
            throw new UnreadableException(column + " is " + Numbers.shown(text) + ", and no part may be 60 or more");
        }
        double days = parts.group(1) == null ? 0 : number(column, parts.group(1));
        if (parts.group(2) == null && hoursFirst) {
            return 86_400 * days + 3600 * middle + 60 * last;
        }
        double hours = parts.group(2) == null ? 0 : number(column, parts.group(2));
        return 86_400 * days + 3600 * hours + 60 * middle + last;
    }

    private String withPoint(String text) {
        String plain = PrintedNumber.BLANKS_IN_GROUPS.matcher(text).replaceAll("");
        char group = decimal == '.' ? ',' : '.';
        if (plain.indexOf(group) >= 0) {
            String whole = plain.indexOf(decimal) < 0 ? plain : plain.substring(0, plain.indexOf(decimal));
            if (!Evidence.GROUPED.matcher(whole).matches()) {
                return text;
            }
            plain = whole.replace(String.valueOf(group), "") + plain.substring(whole.length());
        }
        return plain.replace(decimal, '.');
    }

    /** What the lines of a file say about its dialect. */
    static final class Evidence {
        private static final Pattern GROUPED = Pattern.compile("[+-]?\\d{1,3}(?:([.,])\\d{3})(?:\\1\\d{3})*");
        private static final Pattern EITHER = Pattern.compile("[+-]?[1-9]\\d{0,2}[.,]\\d{3}");
        private static final Pattern NUMERIC =
                Pattern.compile("[+-]?\\d[\\d.,:\\s'\u2019_]*\\p{Alpha}{0,12}[\\d.,\\s\\p{Alpha}]*");

        private static final Pattern ONLY_UNIT = Pattern.compile(
                "[\\[(]?(?:" + String.join("|", FileForm.UNITS.keySet()) + "|sec|secs|seconds|minutes|hours)[\\])]?",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern PLAIN = Pattern.compile("[+-]?[\\d.,\\s'\u2019_]*\\d");

        private enum Mark {
            POINT,
            COMMA,
            /** A mark before three digits, which separates thousands or decimals. */
            EITHER_POINT,
            EITHER_COMMA
        }

        /** The first line with each kind of mark, and its text. */
        private final Map<Mark, String> first = new EnumMap<>(Mark.class);

        private String twoParts;
        private boolean areMinutes;
        private boolean areClocks;
        private String withUnit;
        private String withoutUnit;
        private String onlyUnit;

        /** Notes a duration. */
        void addDuration(long line, String text) {
            add(line, text);
            if (onlyUnit == null && ONLY_UNIT.matcher(text).matches()) {
                onlyUnit = shown(line, text);
            }
            if (PLAIN.matcher(text).matches()) {
                withoutUnit = withoutUnit == null ? shown(line, text) : withoutUnit;
            } else if (!text.isEmpty() && UNITS.matcher(text).matches()) {
                withUnit = withUnit == null ? shown(line, text) : withUnit;
            }
        }

        /** Notes a number or a duration. */
        void add(long line, String text) {
            String plain =
                    PrintedNumber.BLANKS_IN_GROUPS.matcher(text).replaceAll("").replaceAll("[.,](?!\\d)", "");
            if (NUMERIC.matcher(plain).matches()) {
                mark(plain).ifPresent(mark -> first.putIfAbsent(mark, shown(line, text)));
            }
            Matcher clock = CLOCK.matcher(plain);
            if (clock.matches()) {
                areClocks = true;
                boolean isTwo = clock.group(2) == null;
                areMinutes |= !isTwo || clock.group(4).length() > 2;
                twoParts = isTwo && twoParts == null ? shown(line, text) : twoParts;
            }
        }

        private static String shown(long line, String text) {
            return "line " + line + " has " + Numbers.shown(text);
        }

        private static Optional<Mark> mark(String number) {
            int comma = number.lastIndexOf(',');
            int point = number.lastIndexOf('.');
            if (comma < 0 && point < 0) {
                return Optional.empty();
            }
            boolean isComma = comma > point;
            if (comma < 0 || point < 0) {
                char mark = isComma ? ',' : '.';
                if (number.indexOf(mark) != number.lastIndexOf(mark)) {
                    isComma = !isComma;
                } else if (EITHER.matcher(number).matches()) {
                    return Optional.of(isComma ? Mark.EITHER_COMMA : Mark.EITHER_POINT);
                }
            }
            return Optional.of(isComma ? Mark.COMMA : Mark.POINT);
        }

        /**
         * Decides the dialect.
         *
         * @param separator the mark between cells. In a file with commas between cells a point is the decimal mark
         * @param unit the unit that the name of the durations' column states
         * @throws InvalidDocumentException if lines contradict each other or the user, or leave the dialect open
         */
        CsvDialect dialect(String file, char separator, FileForm form, Optional<String> unit) {
            Optional<String> amounts = form.unit().filter(FileForm.UNITS::containsKey);
            String stated = unit.or(() -> amounts).orElse("s");
            if (onlyUnit != null && amounts.isEmpty()) {
                throw new InvalidDocumentException(file + ": " + onlyUnit
                        + " for a duration, so it is a line of units: remove it, and state the durations' unit with --unit, such as"
                        + " --unit min");
            }
            if (withUnit != null && withoutUnit != null && unit.isEmpty() && amounts.isEmpty()) {
                throw new InvalidDocumentException(file + ": " + withUnit + ", with a unit, and " + withoutUnit
                        + ", without one: say the unit of plain numbers with --unit, such as --unit min");
            }
            if (twoParts != null && !areMinutes && (form.unit().isEmpty() || amounts.isPresent())) {
                throw new InvalidDocumentException(
                        file + ": " + twoParts
                                + ", which can be minutes and seconds or hours and minutes: say which with --unit m:s or --unit h:m");
            }
            if (!areClocks && form.unit().isPresent() && amounts.isEmpty()) {
                throw new InvalidDocumentException(
                        file + ": --unit " + form.unit().get()
                                + " says what 5:51 is, and no duration has this form: leave it out"
                                + (unit.isPresent() ? "" : ", or name the unit of plain numbers, such as --unit min"));
            }
            return new CsvDialect(
                    decimal(file, separator, form),
                    FileForm.UNITS.getOrDefault(stated.toLowerCase(Locale.ROOT), 1.0),
                    form.unit().filter("h:m"::equals).isPresent());
        }

        private char decimal(String file, char separator, FileForm form) {
            if (form.decimal().isPresent()) {
                boolean isComma = form.decimal().get() == ',';
                String other = first.get(isComma ? Mark.POINT : Mark.COMMA);
                if (other != null && !first.containsKey(isComma ? Mark.COMMA : Mark.POINT)) {
                    throw new InvalidDocumentException(file + ": " + other + ", whose decimal mark is a "
                            + (isComma ? "point: leave out --decimal comma" : "comma: leave out --decimal point"));
                }
                return form.decimal().get();
            }
            if (first.containsKey(Mark.POINT) && first.containsKey(Mark.COMMA)) {
                throw new InvalidDocumentException(file + ": " + first.get(Mark.COMMA) + ", with a decimal comma, and "
                        + first.get(Mark.POINT) + ", with a decimal point: write all numbers in one way");
            }
            if (first.containsKey(Mark.COMMA)) {
                return ',';
            }
            boolean isOpen =
                    first.containsKey(Mark.EITHER_COMMA) || (first.containsKey(Mark.EITHER_POINT) && separator != ',');
            if (!first.containsKey(Mark.POINT) && isOpen) {
                String open = first.getOrDefault(Mark.EITHER_COMMA, first.get(Mark.EITHER_POINT));
                throw new InvalidDocumentException(file + ": " + open
                        + ", whose mark can be that of decimals or of thousands: say which with --decimal point or"
                        + " --decimal comma");
            }
            return '.';
        }
    }
}
