package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads what {@code hadoop jar} prints while a job runs: its id, its end and its counters. The duration is that between
 * the lines of the begin and the end, in the seconds or milliseconds that the logger prints.
 */
final class ConsoleImporter implements Importer {
    private static final Pattern MARK = Pattern.compile("Running job: job_(local)?\\d");

    @Override
    public String name() {
        return "console";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "output of `hadoop jar`, from 'Running job: job_...' to 'completed successfully' or 'failed with state'";
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return new ConsoleRuns(this, file, ImportText.open(file.path()), unreadable);
    }

    /** Finds jobs among the lines of a console's output. */
    private static final class ConsoleRuns implements RunSource {
        private static final String ID = "(job_(?:local)?\\d+_\\d+)";
        private static final Pattern BEGIN = Pattern.compile(".*Running job: " + ID + ".*");
        /** As Hadoop 1 ends a job, and as later versions do. */
        private static final Pattern END = Pattern.compile(".*Job (?:complete: " + ID + "|" + ID
                + " (completed successfully|failed with state (\\w+)(?: due to: (.*))?).*)");

        private static final Pattern COUNTERS = Pattern.compile(".*Counters: \\d+\\s*");
        /** What Hadoop 1 writes before each counter. */
        private static final Pattern LOGGER = Pattern.compile("^.*?JobClient: ?");

        private static final Pattern GROUP = Pattern.compile("\\s+(\\S[^=]*)");
        private static final Pattern COUNTER = Pattern.compile("\\s+(\\S[^=]*)=(\\d+)\\s*");
        /** A time near the beginning of a line, whatever the terminal or the logger writes before it. */
        private static final Pattern TIME = Pattern.compile(
                ".{0,160}?(?<!\\d)(\\d{2}|\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)"
                        + "(?:[,.](\\d{3})\\d*)?(Z| [AP]M\\b| ?[+-]\\d\\d:?\\d\\d\\b| [A-Z]{3,5}(?= (?:INFO|WARN|ERROR|DEBUG)\\b))?.*");
        /** The line that java.util.logging writes before each message. */
        private static final Pattern LINE_BEFORE =
                Pattern.compile(".*?([A-Z][a-z]{2}) (\\d{1,2}), (\\d{4}) (\\d{1,2}:\\d\\d:\\d\\d) ([AP]M) \\S+.*");

        private static final DateTimeFormatter TIME_BEFORE =
                DateTimeFormatter.ofPattern("MMM d uuuu h:mm:ss a", Locale.ENGLISH);
        /** What containers' and systems' logs write before each line. */
        private static final Pattern WRAPPER = Pattern.compile(
                "^(?:[\\w.-]+\\s*\\| ?|\\d{4}-\\d\\d-\\d\\dT\\S+ (?:std(?:out|err) [FP] )?|[A-Z][a-z]{2} [ \\d]\\d"
                        + " \\d\\d:\\d\\d:\\d\\d \\S+ [^\\s:]+: )");
        /** How Hadoop 1 says that a job which is complete has failed. */
        private static final Pattern FAILED = Pattern.compile(".*(?:Job Failed: (.*)|IOException: (Job failed!).*)");

        private static final Pattern CLUSTER_START = Pattern.compile("job_(\\d{13})_\\d+");
        private static final Warning SUCCESSION = new Warning(
                "jobs-in-succession",
                "the job began within 30 s of the end of the one before it in the file: if both are steps of one program,"
                        + " they are no repeats of each other, and only their sum compares setups");
        private static final int SOON_SECONDS = 30;
        private static final int LONGEST_DAYS = 30;
        private static final int OLDEST_CLUSTER_DAYS = 2000;

        private final Importer importer;
        private final ImportFile file;
        private final Utf8Lines lines;
        private final Consumer<UnreadableLine> unreadable;
        /** The jobs that have begun and not ended, by their ids: the output of several may be in one file. */
        private final Map<String, Job> open = new LinkedHashMap<>();
        /** The jobs whose lines are all read. */
        private final Deque<Job> done = new ArrayDeque<>();
        /** The job that began or ended last; counters are its own. */
        private Job job;

        private boolean ended;
        /** The job that was read before. */
        private Job last;

        private ClockTime before;
        private final Set<String> known = new HashSet<>();

        ConsoleRuns(Importer importer, ImportFile file, Utf8Lines lines, Consumer<UnreadableLine> unreadable) {
            this.importer = importer;
            this.file = file;
            this.lines = lines;
            this.unreadable = unreadable;
        }

        @Override
        public RunRecord next() throws IOException {
            while (!ended || !done.isEmpty()) {
                Optional<RunRecord> run = done.isEmpty() ? Optional.empty() : run(done.remove());
                if (run.isPresent()) {
                    return run.get();
                }
                if (!ended && done.isEmpty()) {
                    readLine();
                }
            }
            return null;
        }

        private void readLine() throws IOException {
            ended = !lines.advance();
            if (ended) {
                turnTo(null);
                done.addAll(open.values());
                return;
            }
            String line = lines.problem().isPresent() ? "" : ImportText.withoutColours(lines.text());
            read(line);
            before = timeBefore(line);
        }

        private void read(String line) {
            Matcher begin = BEGIN.matcher(line);
            Matcher end = END.matcher(line);
            if (begin.matches()) {
                turnTo(new Job(lines.number(), begin.group(1), time(line)));
                known.add(job.id);
                Optional.ofNullable(open.put(job.id, job)).ifPresent(done::add);
            } else if (end.matches()) {
                String id = end.group(1) == null ? end.group(2) : end.group(1);
                Job of = open.remove(id);
                if (of != null) {
                    of.end(end, time(line));
                    turnTo(of);
                } else if (known.add(id)) {
                    turnTo(null);
                    unreadable.accept(new UnreadableLine(
                            file.name(),
                            lines.number(),
                            id + " ends here, and no line 'Running job: " + id + "' says when it began"));
                }
            } else if (job != null) {
                job.note(line);
            }
        }

        /** Ends the lines of the current job if it has ended itself. Others may still end. */
        private void turnTo(Job next) {
            if (job != next && job != null && job.status != null) {
                done.add(job);
            }
            job = next;
        }

        private Optional<RunRecord> run(Job read) {
            try {
                boolean isNext = last != null
                        && last.end != null
                        && read.begin != null
                        && last.end.secondsUntil(read.begin) >= 0
                        && last.end.secondsUntil(read.begin) < SOON_SECONDS;
                last = read;
                return Optional.of(read.toRecord(importer, file, isNext));
            } catch (UnreadableException e) {
                unreadable.accept(new UnreadableLine(file.name(), read.line, e.getMessage()));
                return Optional.empty();
            }
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }

        /** Returns the time that a line begins with; null if it has none. */
        private ClockTime time(String line) {
            Matcher time = TIME.matcher(line);
            if (!time.matches()) {
                return before;
            }
            String year = time.group(1).length() == 2 ? "20" + time.group(1) : time.group(1);
            String millis = time.group(5) == null ? "" : "." + time.group(5);
            String zone = time.group(6) == null ? "" : time.group(6);
            try {
                return Instants.iso(
                        "the time",
                        year + "-" + time.group(2) + "-" + time.group(3) + " " + time.group(4) + millis + zone,
                        file.zone());
            } catch (UnreadableException e) {
                return null;
            }
        }

        /** Returns the time of the message on the next line; null if this line is none that precedes a message. */
        private ClockTime timeBefore(String line) {
            Matcher time = LINE_BEFORE.matcher(line);
            try {
                return time.matches()
                        ? ClockTime.of(
                                LocalDateTime.parse(
                                        time.group(1) + " " + time.group(2) + " " + time.group(3) + " " + time.group(4)
                                                + " " + time.group(5),
                                        TIME_BEFORE),
                                file.zone())
                        : null;
            } catch (DateTimeException notTime) {
                return null;
            }
        }

        /** One job, while its lines are read. */
        private static final class Job {
            private final long line;
            private final String id;
            private final ClockTime begin;
            private final Map<String, Map<String, Long>> counters = new TreeMap<>();
            private ClockTime end;
            private Status status;
            private final List<String> reasons = new ArrayList<>();
            private Map<String, Long> group;
            private boolean hasCounters;

            Job(long line, String id, ClockTime begin) {
                this.line = line;
                this.id = id;
                this.begin = begin;
            }

            void end(Matcher line, ClockTime time) {
                end = time;
                String state = line.group(4);
                status = state == null ? Status.OK : state.startsWith("KILL") ? Status.INTERRUPTED : Status.FAILED;
                if (state != null) {
                    reasons.add(line.group(3));
                }
            }

            void note(String text) {
                Matcher failed = FAILED.matcher(text);
                if (failed.matches() && status == Status.OK) {
                    status = Status.FAILED;
                    reasons.add(failed.group(1) == null ? failed.group(2) : failed.group(1));
                }
                String plain =
                        LOGGER.matcher(WRAPPER.matcher(text).replaceFirst("")).replaceFirst("");
                Matcher counter = COUNTER.matcher(plain);
                Matcher ofGroup = GROUP.matcher(plain);
                if (COUNTERS.matcher(text).matches()) {
                    hasCounters = true;
                } else if (counter.matches() && group != null) {
                    group.put(counter.group(1), Long.valueOf(counter.group(2)));
                } else if (hasCounters && ofGroup.matches()) {
                    group = counters.computeIfAbsent(ofGroup.group(1).strip(), name -> new TreeMap<>());
                }
            }

            /** @param isNext whether it began as soon as another had ended */
            RunRecord toRecord(Importer importer, ImportFile file, boolean isNext) throws UnreadableException {
                if (id.startsWith("job_local")) {
                    throw new UnreadableException(id + " ran in its client (LocalJobRunner), so it measures no cluster:"
                            + " set mapreduce.framework.name to yarn, and run it again");
                }
                if (status == null) {
                    throw new UnreadableException(
                            "the output of " + id + " is cut off: it does not say how the job ended");
                }
                if (begin == null || end == null) {
                    throw new UnreadableException("the lines of " + id
                            + " have no times such as 2026-03-01 10:00:00, so its duration is unknown");
                }
                double seconds = begin.secondsUntil(end);
                if (isImpossible(seconds)) {
                    throw new UnreadableException(id + " begins at " + begin.local() + " and ends at " + end.local()
                            + ", which its id or its length contradicts: write dates as year-month-day");
                }
                if (!(seconds > 0)) {
                    throw new UnreadableException(id + " begins at " + begin.local() + " and ends at " + end.local()
                            + ", so its duration is unknown");
                }
                Map<String, String> settings = new TreeMap<>();
                tasks("maps", "map tasks", settings);
                tasks("reduces", "reduce tasks", settings);
                Subject subject = new Subject(SafeName.ofFile(file.path()), file.setupOrDefault(), settings);
                return new ImportedRun(importer, file, ImportedRun.lineName(line), importer.name(), line, subject)
                        .job(id)
                        .started(Optional.of(begin), seconds)
                        .counters(counters)
                        .status(status, reasons.toArray(String[]::new))
                        .warnings(Stream.of(
                                        begin.instant() == null ? Instants.ZONE_UNKNOWN : null,
                                        isNext ? SUCCESSION : null)
                                .filter(Objects::nonNull)
                                .toList())
                        .toRecord();
            }

            /** Checks whether the job lasts longer than any, or began before or long after the cluster of its id. */
            private boolean isImpossible(double seconds) {
                if (seconds > Duration.ofDays(LONGEST_DAYS).toSeconds()) {
                    return true;
                }
                Matcher cluster = CLUSTER_START.matcher(id);
                if (!cluster.matches()) {
                    return false;
                }
                Instant start = Instant.ofEpochMilli(Long.parseLong(cluster.group(1)));
                long days = Duration.between(start, begin.local().toInstant(ZoneOffset.UTC))
                        .toDays();
                return days < -1 || days > OLDEST_CLUSTER_DAYS;
            }

            /** Adds the number of tasks: the attempts that Hadoop launched, without those killed or failed. */
            private void tasks(String setting, String what, Map<String, String> settings) {
                Map<String, Long> job = counters.getOrDefault("Job Counters", Map.of());
                if (job.containsKey("Launched " + what)) {
                    long tasks = job.get("Launched " + what)
                            - job.getOrDefault("Killed " + what, 0L)
                            - job.getOrDefault("Failed " + what, 0L);
                    settings.put(setting, String.valueOf(tasks));
                }
            }
        }
    }
}
