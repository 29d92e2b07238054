package org.spindlebench.analysis.collector;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.SafeName;
import org.spindlebench.analysis.importer.UnreadableLine;

/**
 * Reads files of {@code collectl -P}: a header, a line that names the columns, and a line for each sample. A line is the mean since
 * the one before it; the first after a header only gives the time from which the second counts.
 */
final class CollectlReader {
    private static final int LONGEST = 1 << 20;
    private static final int LONGEST_HEADER = 1 << 12;
    private static final Pattern HOST = Pattern.compile("#\\s*Host:\\s+(\\S+).*");
    private static final Pattern OPTIONS = Pattern.compile("#\\s*SubSys:.*\\sOptions:\\s+(\\S+)\\s+Interval:.*");
    private static final Pattern THREADS = Pattern.compile(".*\\sNumCPUs:\\s+(\\d{1,6})\\b.*");

    private final Path file;
    private final ReadingLog log;
    private final Consumer<Interval> found;
    private final CollectlClock clock;
    private String node;
    private Long threads;
    private CollectlColumns columns;
    private Long before;
    private long samples;
    private final Set<String> said = new HashSet<>();

    CollectlReader(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<Interval> found) {
        this.file = file;
        this.log = log;
        this.found = found;
        this.clock = new CollectlClock(zone);
        this.node = SafeName.ofFile(Path.of(String.valueOf(file.getFileName()).replaceFirst("\\.gz$", "")));
    }

    /**
     * Reads the file to its end. Lines that cannot be read are told to the log.
     *
     * @throws InvalidDocumentException if it is not collectl's, or a column is not there
     */
    void read() throws IOException {
        try (Utf8Lines lines = new Utf8Lines(CollectorInput.open(file), file.toString(), LONGEST)) {
            while (lines.advance()) {
                if (!lines.isBlank()) {
                    read(lines);
                }
            }
        } catch (EOFException e) {
            log.note(file.toString(), "is cut off: gzip's end is not there; read as far as it goes");
        }
        if (samples == 0) {
            throw new InvalidDocumentException(
                    file + ": no sample of collectl in it; expected is a file of `collectl -scD -P`");
        }
    }

    private void read(Utf8Lines lines) {
        Optional<String> problem = lines.problem();
        if (problem.isPresent()) {
            unreadable(lines.number(), problem.get());
            return;
        }
        String line = lines.text();
        if (CollectlColumns.isHeader(line)) {
            columns = new CollectlColumns(line, file + ": line " + lines.number());
            if (columns.hasOnlyTotalsOfDisks()) {
                note("has totals of all disks, which are left out; -sD gives each disk");
            }
        } else if (line.startsWith("#")) {
            header(line, lines.number());
        } else if (columns == null) {
            throw refusal(lines.number(), "no line `#Date Time ...` before it names the columns");
        } else {
            sample(columns.split(line), lines.number());
        }
    }

    // Where collectl was started again, what it did not see is in no line.
    private void header(String line, long number) {
        if (line.length() > LONGEST_HEADER) {
            return;
        }
        Matcher host = HOST.matcher(line);
        Matcher options = OPTIONS.matcher(line);
        Matcher cpus = THREADS.matcher(line);
        clock.header(line);
        if (host.matches()) {
            node = host.group(1);
            before = null;
        }
        if (cpus.matches()) {
            threads = Long.valueOf(cpus.group(1));
        }
        if (options.matches() && options.group(1).contains("n")) {
            throw refusal(
                    number, "made with -on, which gives numbers per interval instead of per second; leave it out");
        }
    }

    private void sample(List<String> cells, long number) {
        if (cells.size() != columns.count()) {
            unreadable(number, cells.size() + " cells, and there are " + columns.count() + " columns");
            return;
        }
        OptionalLong time = clock.time(columns, cells, before);
        if (time.isEmpty()) {
            unreadable(number, "it does not begin with a time such as `20260301 10:00:00`");
            return;
        }
        samples++;
        if (!columns.isUtc()) {
            note("its times are taken for those of " + clock.zone());
        }
        if (before != null && time.getAsLong() > before) {
            found.accept(
                    new Interval(node, before, time.getAsLong(), threads, columns.cpu(cells), columns.devices(cells)));
        }
        before = time.getAsLong();
    }

    // The line after it has no line before, and its interval no begin.
    private void unreadable(long number, String reason) {
        log.unreadable(new UnreadableLine(String.valueOf(file.getFileName()), number, reason));
        before = null;
    }

    private void note(String text) {
        if (said.add(text)) {
            log.note(file.toString(), text);
        }
    }

    private InvalidDocumentException refusal(long line, String reason) {
        return new InvalidDocumentException(file + ": line " + line + ": " + reason);
    }
}
