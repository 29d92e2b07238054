package org.spindlebench.analysis.workload;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;

/**
 * Reads traces in the format that SWIM (Statistical Workload Injector for MapReduce) publishes: one line per job, with
 * six columns separated by tabs, and no header. The columns are the job's name; its submission in seconds from the
 * start; the seconds since the previous submission; the bytes of map input, shuffle and reduce output. A seventh
 * column, an anonymised path, is ignored. Lines are in the order of submission.
 *
 * <p>Reading is strict: it fails at the first line with another form.
 */
public final class SwimTrace {
    /** The largest number of characters in a line, enough for seven columns that include a path. */
    private static final int LONGEST_LINE = 1 << 16;

    private static final int MOST_JOBS = 1_000_000;

    /** The greatest difference between a gap and the time between two submissions, all rounded to seconds. */
    private static final double GAP_ROUNDED = 1;

    private enum Column {
        NAME(
                1,
                "the job's name",
                "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                "use up to 64 letters, digits, `.`, `_` and `-`, with a letter or digit first"),
        SUBMIT(2, "submit time", Column.SECONDS, Column.OF_SECONDS),
        GAP(3, "inter-arrival gap", Column.SECONDS, Column.OF_SECONDS),
        INPUT(4, "map input bytes", Column.BYTES, Column.OF_BYTES),
        SHUFFLE(5, "shuffle bytes", Column.BYTES, Column.OF_BYTES),
        OUTPUT(6, "reduce output bytes", Column.BYTES, Column.OF_BYTES);

        private static final String SECONDS = "[0-9]{1,10}(?:\\.[0-9]{1,9})?";
        private static final String OF_SECONDS = "must be a number of seconds, 0 or more";
        private static final String BYTES = "[0-9]{1,18}";
        private static final String OF_BYTES = "must be a whole number of bytes, 0 or more";

        private final int number;
        private final String words;
        private final Pattern form;
        private final String rule;

        Column(int number, String words, String form, String rule) {
            this.number = number;
            this.words = words;
            this.form = Pattern.compile(form);
            this.rule = rule;
        }

        String in(String[] cells) {
            return cells[number - 1];
        }
    }

    private static final int WITH_PATH = Column.values().length + 1;

    private final String source;
    private final Utf8Lines lines;
    private final List<WorkloadJob> jobs = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private SwimTrace(String source, Utf8Lines lines) {
        this.source = source;
        this.lines = lines;
    }

    /**
     * Reads all jobs of a trace.
     *
     * @param in closed at the end
     * @param source its name, for messages
     * @throws InvalidDocumentException if any part of the trace cannot be parsed; the message has line and column
     */
    public static Workload read(InputStream in, String source) throws IOException {
        try (Utf8Lines lines = new Utf8Lines(in, source, LONGEST_LINE)) {
            SwimTrace trace = new SwimTrace(source, lines);
            while (lines.advance()) {
                if (!lines.isBlank()) {
                    trace.add(lines.text());
                }
            }
            if (trace.jobs.isEmpty()) {
                throw new InvalidDocumentException(source + ": no job: the file is empty");
            }
            return new Workload(trace.jobs);
        }
    }

    private void add(String line) {
        String[] cells = line.split("\t", -1);
        if (cells.length < Column.values().length || cells.length > WITH_PATH) {
            throw new InvalidDocumentException(
                    source + ": line " + lines.number() + ": " + HumanText.counted(cells.length, "column")
                            + " between tabs, but a SWIM trace has 6, or 7 with input paths");
        }
        if (jobs.size() == MOST_JOBS) {
            throw new InvalidDocumentException(
                    source + ": line " + lines.number() + ": more than " + MOST_JOBS + " jobs");
        }
        String name = text(cells, Column.NAME);
        if (!names.add(name)) {
            throw invalid(cells, Column.NAME, "another job has that name");
        }
        jobs.add(new WorkloadJob(
                name,
                null,
                submit(cells),
                Long.parseLong(text(cells, Column.INPUT)),
                Long.parseLong(text(cells, Column.SHUFFLE)),
                Long.parseLong(text(cells, Column.OUTPUT))));
    }

    private double submit(String[] cells) {
        double submit = Double.parseDouble(text(cells, Column.SUBMIT));
        double gap = Double.parseDouble(text(cells, Column.GAP));
        if (!jobs.isEmpty()) {
            double before = jobs.get(jobs.size() - 1).submit();
            if (submit < before) {
                throw invalid(cells, Column.SUBMIT, "the previous job was submitted later");
            }
            if (Math.abs(submit - before - gap) > GAP_ROUNDED) {
                throw invalid(cells, Column.GAP, "the previous job was submitted " + (submit - before) + " s earlier");
            }
        }
        return submit;
    }

    private String text(String[] cells, Column column) {
        String cell = column.in(cells);
        if (!column.form.matcher(cell).matches()) {
            throw invalid(cells, column, column.rule);
        }
        return cell;
    }

    /** Makes an exception that quotes the text of a column on one line, cut if it is long. */
    private InvalidDocumentException invalid(String[] cells, Column column, String why) {
        String text = column.in(cells);
        String start = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        return new InvalidDocumentException(source + ": line " + lines.number() + ", column " + column.number + ": "
                + column.words + " '" + HumanText.oneLine(start) + "': " + why);
    }
}
