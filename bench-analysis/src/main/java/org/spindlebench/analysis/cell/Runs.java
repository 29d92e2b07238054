package org.spindlebench.analysis.cell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Subject;

/**
 * Runs, grouped into cells.
 *
 * @param cells one cell for each subject, in the order of the subjects' first records
 * @param disks the disks of each setup, kind by kind; only kinds of enough disks to compare
 */
public record Runs(List<Campaign> campaigns, List<CellSummary> cells, List<DiskKind> disks) {
    /** The setting that distinguishes runs on different numbers of nodes. */
    private static final String NODES = "nodes";

    public Runs {
        campaigns = List.copyOf(campaigns);
        cells = List.copyOf(cells);
        disks = List.copyOf(disks);
    }

    /**
     * Groups records by their subjects. Only valid runs enter the statistics; every other run is listed with its
     * reason.
     *
     * <p>Runs on different numbers of nodes never count as repeats of each other. If records have different numbers,
     * the number becomes the setting {@code nodes}.
     *
     * @param runs the records; read once and not closed. Memory is needed for a few numbers and the name of each run
     * @throws InvalidDocumentException if a run occurs twice, because it would count twice
     */
    public static Runs of(Stream<RunRecord> runs) {
        return of(runs, List.of());
    }

    /**
     * Groups records as {@link #of(Stream)} does, and also by further fields, which become settings under their own
     * names.
     *
     * @param by the further fields, such as {@code configuration.mapreduce.task.io.sort.mb}
     */
    public static Runs of(Stream<RunRecord> runs, List<Field> by) {
        return of(runs, by, run -> true);
    }

    /**
     * Groups selected records as {@link #of(Stream, List)} does. The progress of campaigns still counts all records.
     *
     * @param where selects the runs that enter cells
     */
    public static Runs of(Stream<RunRecord> runs, List<Field> by, Predicate<RunRecord> where) {
        RunCollector collector = new RunCollector(by, where);
        runs.forEachOrdered(collector::add);
        return collector.runs();
    }

    /** Returns a builder of runs that only have a job, a setup and a duration. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a copy with the progress of these campaigns, by their names. The others keep theirs. */
    public Runs withCampaigns(Map<String, Campaign> whole) {
        return new Runs(
                campaigns.stream()
                        .map(one -> whole.getOrDefault(one.name(), one))
                        .toList(),
                cells,
                disks);
    }

    /** Returns the setups, in the order of their first records. */
    public List<String> setups() {
        return cells.stream().map(cell -> cell.subject().setup()).distinct().toList();
    }

    /**
     * Builds runs from durations in memory. The runs count as repeats of one another if job, setup and settings are equal.
     * One thread may use an instance.
     */
    public static final class Builder {
        private final List<RunRecord> records = new ArrayList<>();

        private Builder() {}

        /**
         * Adds valid runs.
         *
         * @param seconds the duration of each run, finite and above 0
         */
        public Builder add(String job, String setup, double... seconds) {
            return add(new Subject(job, setup, Map.of()), seconds);
        }

        /** Adds valid runs with settings, such as {@code compression}. Only runs with equal settings are compared. */
        public Builder add(Subject subject, double... seconds) {
            for (double duration : seconds) {
                long number = records.size() + 1L;
                Identity identity = new Identity("runs", "run-" + number, "none", null, null);
                records.add(
                        RunRecord.measured(identity, new ImportSource("program", "memory", number), subject, duration));
            }
            return this;
        }

        public Runs build() {
            return of(records.stream());
        }
    }

    private static final class RunCollector {
        /** The names that importers give runs: by lines, or by places in a document, which may share one time. */
        private static final Pattern NUMBERED = Pattern.compile("(line|result)-\\d+(-\\d+)?");

        private static final Set<String> SETUP_IN_FILE = Set.of("csv", "aloja");
        private static final int MOST_COPIES = 20;

        private final List<Field> by;
        private final Predicate<RunRecord> where;
        private final Map<Subject, CellBuilder> cells = new LinkedHashMap<>();
        // Many cells have few names, choices of settings, and conditions. Cells with equal conditions share them.
        private final Map<String, String> names = new ConcurrentHashMap<>();

        private final Map<Map<String, String>, Map<String, String>> settings = new ConcurrentHashMap<>();

        private final Map<Conditions, Conditions> conditions = new ConcurrentHashMap<>();
        private final SortedMap<String, CampaignRuns> campaigns = new TreeMap<>();
        private final RunNames imported = new RunNames();
        private final List<String> copies = new ArrayList<>();
        private final DiskKind.Builder disks = new DiskKind.Builder();
        private CampaignRuns latest;
        private Integer firstNodes;
        private boolean nodesDiffer;

        RunCollector(List<Field> by, Predicate<RunRecord> where) {
            this.by = by.stream().filter(field -> !field.isOfSubject()).toList();
            this.where = where;
        }

        void add(RunRecord run) {
            count(run);
            if (!isCopy(run) && where.test(run)) {
                boolean isMeasured = cells.computeIfAbsent(subject(run), subject -> new CellBuilder(shared(subject)))
                        .add(run);
                if (isMeasured) {
                    disks.add(run);
                }
            }
        }

        private Subject shared(Subject subject) {
            return new Subject(
                    names.computeIfAbsent(subject.job(), same -> same),
                    names.computeIfAbsent(subject.setup(), same -> same),
                    settings.computeIfAbsent(subject.settings(), same -> same));
        }

        Runs runs() {
            requireNoCopies();
            List<CellSummary> built = cells.values().parallelStream()
                    .map(cell -> cell.build(conditions))
                    .map(cell -> nodesDiffer ? withNodes(cell) : cell)
                    .toList();
            requireDistinct(built);
            return new Runs(
                    campaigns.values().stream().map(CampaignRuns::campaign).toList(), built, disks.build());
        }

        // If only some records state a property as a setting, runs of one measurement would be in two cells.
        private static void requireDistinct(List<CellSummary> cells) {
            Set<Subject> seen = new HashSet<>();
            for (CellSummary cell : cells) {
                Subject comparable =
                        new Subject(cell.subject().job(), cell.subject().setup(), cell.comparable());
                if (!seen.add(comparable)) {
                    throw new InvalidDocumentException(
                            "some records of " + comparable
                                    + " state their nodes or caches as a setting, others do not: report on the two kinds separately");
                }
            }
        }

        private void count(RunRecord run) {
            Identity id = run.identity();
            // Successive runs usually belong to the same campaign.
            if (latest == null || !latest.name.equals(id.campaign())) {
                latest = campaigns.computeIfAbsent(id.campaign(), CampaignRuns::new);
            }
            if (!latest.add(run)) {
                throw new InvalidDocumentException("run " + id.run() + " of campaign " + id.campaign()
                        + " occurs twice: give each record once. If two"
                        + " imports gave their campaigns one name, import both with one --out, each with its --setup");
            }
        }

        /** Notes a run that was added before. One of another tool may be in several files, each of them a campaign. */
        private boolean isCopy(RunRecord run) {
            Optional<String> identity = importedIdentity(run);
            if (identity.isEmpty() || imported.add(identity.get())) {
                return false;
            }
            ImportSource source = run.source();
            if (copies.size() < MOST_COPIES) {
                copies.add(
                        run.identity().jobId() != null
                                ? "the history of " + identity.get() + " occurs twice, also as " + source.file()
                                : source.file() + ": line " + source.line() + " is a copy of an earlier run");
            }
            return true;
        }

        private void requireNoCopies() {
            if (!copies.isEmpty()) {
                throw new InvalidDocumentException(String.join("; ", copies)
                        + (copies.size() == MOST_COPIES ? "; there may be more" : "")
                        + ". Job, settings, time and duration are equal: give each run once");
            }
        }

        /**
         * Returns the id of an imported job. A line of a table or log has no id: its job, settings, time and duration
         * distinguish it, and the setup only if the file names it. Empty if a line has no time.
         */
        private static Optional<String> importedIdentity(RunRecord run) {
            ImportSource source = run.source();
            Times times = run.times();
            boolean isNumbered = NUMBERED.matcher(run.identity().run()).matches();
            if (source == null || (source.line() != null && !isNumbered)) {
                return Optional.empty();
            }
            if (source.line() == null || run.identity().jobId() != null) {
                return Optional.ofNullable(run.identity().jobId());
            }
            Optional<String> at = times == null || run.identity().run().startsWith("result-")
                    ? Optional.empty()
                    : Stream.of(times.yarnStarted(), times.yarnFinished(), times.clientFinished(), source.localStart())
                            .filter(Objects::nonNull)
                            .map(Object::toString)
                            .findFirst();
            Subject subject = SETUP_IN_FILE.contains(source.format())
                    ? run.subject()
                    : new Subject(run.subject().job(), "", run.subject().settings());
            return at.map(time -> UUID.nameUUIDFromBytes(
                            (subject + " " + time + " " + times.elapsed()).getBytes(StandardCharsets.UTF_8))
                    .toString());
        }

        private Subject subject(RunRecord run) {
            Subject subject = run.subject();
            Integer nodes = run.sizes() == null ? null : run.sizes().nodes();
            boolean asTheFirst = nodes == null || nodes.equals(firstNodes);
            if (asTheFirst && by.isEmpty()) {
                return subject;
            }
            Map<String, String> more = new TreeMap<>();
            by.forEach(field -> field.of(run).ifPresent(value -> more.put(field.name(), value)));
            if (!asTheFirst && !subject.settings().containsKey(NODES) && !more.containsKey(NODES)) {
                firstNodes = firstNodes == null ? nodes : firstNodes;
                if (!nodes.equals(firstNodes)) {
                    nodesDiffer = true;
                    more.put(NODES, nodes.toString());
                }
            }
            if (more.isEmpty()) {
                return subject;
            }
            Map<String, String> all = new TreeMap<>(subject.settings());
            all.putAll(more);
            return subject.with(all);
        }

        // The cells with the first number of nodes were made before another number was seen, so they lack the setting.
        private CellSummary withNodes(CellSummary cell) {
            if (cell.conditions().nodes().isEmpty()) {
                return cell;
            }
            Map<String, String> more = new TreeMap<>(cell.subject().settings());
            more.putIfAbsent(NODES, firstNodes.toString());
            return cell.as(shared(cell.subject().with(more)));
        }
    }

    /** The runs of one campaign. */
    private static final class CampaignRuns {
        private final String name;
        private final RunNames finished = new RunNames();
        private Integer planned;

        CampaignRuns(String name) {
            this.name = name;
        }

        /** Returns false if a run of this name has already ended. */
        boolean add(RunRecord run) {
            if (run.position() != null && run.position().total() > 0) {
                int total = run.position().total();
                planned = planned == null ? total : Math.max(planned, total);
            }
            return run.toBeRepeated() || finished.add(run.identity().run());
        }

        Campaign campaign() {
            return new Campaign(name, finished.size(), planned == null ? finished.size() : planned);
        }
    }

    /** A set of names as consecutive bytes; a million strings just to find duplicates would take too much memory. */
    static final class RunNames {
        private static final int FEW = 16;
        private static final int BYTES_OF_ONE = 8;

        /** Names with characters that do not fit in one byte. */
        private final Set<String> wide = new HashSet<>();

        private byte[] text = new byte[FEW * BYTES_OF_ONE];
        private int[] ends = new int[FEW];
        private int[] hashes = new int[FEW];
        private int size;
        /** A hash table with linear probing, at most half full. An entry is a name's number plus 1, or 0 if free. */
        private int[] table = new int[2 * FEW];

        /** Returns false if the set already has the name. */
        boolean add(String name) {
            if (isWide(name)) {
                return wide.add(name);
            }
            byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
            int hash = name.hashCode();
            int place = place(table, hash);
            while (table[place] != 0) {
                if (is(table[place] - 1, hash, bytes)) {
                    return false;
                }
                place = next(table, place);
            }
            append(bytes, hash);
            table[place] = size;
            if (2 * size >= table.length) {
                spread();
            }
            return true;
        }

        int size() {
            return size + wide.size();
        }

        private static boolean isWide(String name) {
            for (int i = 0; i < name.length(); i++) {
                if (name.charAt(i) > 0xff) {
                    return true;
                }
            }
            return false;
        }

        private static int place(int[] table, int hash) {
            // Names with consecutive numbers have consecutive hashes. Multiplying by the golden ratio spreads these,
            // best in the high bits.
            return (hash * 0x9e3779b9) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
        }

        private static int next(int[] table, int place) {
            return (place + 1) & (table.length - 1);
        }

        private boolean is(int number, int hash, byte[] bytes) {
            return hashes[number] == hash && Arrays.equals(text, start(number), ends[number], bytes, 0, bytes.length);
        }

        private int start(int number) {
            return number == 0 ? 0 : ends[number - 1];
        }

        private void append(byte[] bytes, int hash) {
            int start = start(size);
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, 2 * size);
                hashes = Arrays.copyOf(hashes, 2 * size);
            }
            int end = Math.addExact(start, bytes.length);
            if (end > text.length) {
                text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * end));
            }
            System.arraycopy(bytes, 0, text, start, bytes.length);
            ends[size] = end;
            hashes[size++] = hash;
        }

        private void spread() {
            int[] wider = new int[2 * table.length];
            for (int number = 0; number < size; number++) {
                int place = place(wider, hashes[number]);
                while (wider[place] != 0) {
                    place = next(wider, place);
                }
                wider[place] = number + 1;
            }
            table = wider;
        }
    }

    /**
     * The progress of a campaign.
     *
     * @param finished the number of its runs that have a record and were not interrupted
     * @param planned the number of runs in its plan; for an imported campaign, the finished runs
     */
    public record Campaign(String name, int finished, int planned) {}
}
