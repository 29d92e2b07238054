package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;

/**
 * A campaign's directory {@code results/<campaign>/} on the client.
 *
 * @param conditions the directory for the conditions of one setup: in an experiment a directory of the setup, otherwise
 *     the root
 */
public record CampaignDirectory(Path root, Path conditions) {
    private static final String SETUPS = "setups";
    private static final Pattern WITHOUT = Pattern.compile("without-\\d+");

    public CampaignDirectory(Path root) {
        this(root, root);
    }

    /** Returns this directory, for the conditions with which a setup began. */
    public CampaignDirectory ofSetup(Plan plan, String setup) {
        return new CampaignDirectory(root, root.resolve(plan.conditions(setup)));
    }

    /** Returns this directory, for the conditions of a visit. */
    public CampaignDirectory ofVisit(Plan plan, Visit visit) {
        return new CampaignDirectory(root, root.resolve(plan.conditions(visit)));
    }

    public CampaignDirectory ofSetup(String setup) {
        return new CampaignDirectory(root, root.resolve(SETUPS).resolve(setup));
    }

    /** Returns the setups of an experiment that has begun; empty for a campaign of one setup. */
    public List<String> setups() {
        return names(root.resolve(SETUPS));
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.map(one -> one.getFileName().toString()).sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    /** Checks whether a run of this campaign was made under these conditions, with all hosts. */
    public boolean isOfConditions(RunRecord run) {
        return !run.subject().settings().containsKey(Plan.WITHOUT_HOSTS)
                && (conditions.equals(root)
                        || conditions
                                .getFileName()
                                .toString()
                                .equals(run.subject().setup()));
    }

    public Path plan() {
        return root.resolve(PlanFile.NAME);
    }

    public Path environment() {
        return conditions.resolve("environment.json");
    }

    public Path estimate() {
        return conditions.resolve("estimate.json");
    }

    /** Returns the copy of the setup's file, if the campaign has one. */
    public Path setup() {
        return conditions.resolve("setup.yaml");
    }

    /** Returns the copy of the file that the plan came from: a suite, an experiment or a workload. */
    public Path source(ConfKind kind) {
        return root.resolve(kind.name().toLowerCase(Locale.ROOT) + ".yaml");
    }

    /** Returns the file with the options that hold for all starts of the campaign. */
    public Path options() {
        return root.resolve("options.json");
    }

    /** Returns the file that exists only if an experiment ended before its last visit. */
    public Path ended() {
        return root.resolve("ended.json");
    }

    /** Returns the file that exists only if looks decided whether the campaign goes on. */
    public Path looks() {
        return root.resolve("looks.json");
    }

    /** Returns the file that exists only if the campaign goes on without some of its hosts. */
    public Path reduced() {
        return root.resolve("reduced.json");
    }

    public Path log() {
        return root.resolve("hadoop.log");
    }

    /** Returns the journal with the digests of the plan, the conditions, the records and the samples. */
    public Path digests() {
        return root.resolve(DigestJournal.NAME);
    }

    public Path runs() {
        return root.resolve("runs");
    }

    /** Returns the directory of the warm-ups' records, which no report reads. */
    private Path warmUps() {
        return root.resolve("warm-ups");
    }

    /** Returns this directory once for each place of conditions: of the campaign, of setups, and without some hosts. */
    public List<CampaignDirectory> places() {
        return Stream.concat(Stream.of(root), setups().stream().map(setup -> ofSetup(setup).conditions))
                .flatMap(place -> Stream.concat(
                        Stream.of(place),
                        names(place).stream()
                                .filter(name -> WITHOUT.matcher(name).matches())
                                .map(place::resolve)))
                .map(place -> new CampaignDirectory(root, place))
                .toList();
    }

    /** Returns the plan and the files with the conditions of all runs, as far as they exist. */
    private List<Path> conditionFiles() {
        return Stream.concat(
                        Stream.concat(
                                Stream.of(plan(), options(), looks(), reduced()),
                                Stream.of(ConfKind.values()).map(this::source)),
                        places().stream().flatMap(place -> Stream.of(place.environment(), place.setup())))
                .distinct()
                .filter(Files::isRegularFile)
                .toList();
    }

    /**
     * Notes files in the journal, by which {@code bundle} and {@code verify} find files that were changed later. If the
     * journal cannot be kept, the campaign continues: a later line then says that it is late.
     */
    void note(Set<Path> written, Set<Path> removed) {
        try {
            DigestJournal.keep(root, conditionFiles(), List.of(warmUps(), runs()), written, removed);
        } catch (IOException | InvalidDocumentException notKept) {
            return;
        }
    }

    private Path folder(RunSpec run) {
        return run.isWarmUp() ? warmUps() : runs();
    }

    /** Returns the file with the output of a user's program. */
    Path programLog(RunSpec run) {
        return folder(run).resolve(run.id() + ".log");
    }

    /** Returns the file with the output of the calls that make the data of a user's program. */
    Path prepareLog(RunSpec run) {
        return folder(run).resolve(run.id() + ".prepare.log");
    }

    /**
     * Creates the directory, with the plan in it, before the first run.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a campaign of that name
     */
    public void create(Plan plan) throws IOException {
        create(plan, () -> {});
    }

    /** Writes the conditions that all runs share. */
    public interface ConditionsWriter {
        void write() throws IOException;
    }

    /**
     * Creates the directory with the plan and the conditions. The plan is written last, so that a directory with a plan
     * is complete.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a campaign of that name
     */
    public void create(Plan plan, ConditionsWriter conditions) throws IOException {
        Path results = root.toAbsolutePath().getParent();
        AtomicFile.createDirectories(results);
        Files.createDirectory(root);
        AtomicFile.force(results);
        Files.createDirectory(runs());
        if (plan.runs().stream().anyMatch(RunSpec::isWarmUp)) {
            Files.createDirectory(warmUps());
        }
        conditions.write();
        AtomicFile.write(plan(), PlanFile.json(plan));
        note(Set.of(), Set.of());
    }

    /** Checks whether a run is finished, which means that its record has its final name. */
    public boolean finished(RunSpec run) {
        return Records.find(folder(run), run.id()).isPresent();
    }

    /** Checks whether all runs of a visit, except warm-ups, are finished. */
    public boolean finished(Visit visit) {
        return visit.runs().stream().allMatch(run -> run.isWarmUp() || finished(run));
    }

    /**
     * Renames records that cannot be understood, so that their runs count as not finished and no reader stops at them.
     *
     * @return the error and the new path of each of these records
     */
    public List<String> setDamagedAside() throws IOException {
        List<String> said = new ArrayList<>();
        for (Path folder : List.of(runs(), warmUps())) {
            for (Path file : recordsIn(folder)) {
                try {
                    Records.readOne(file);
                } catch (InvalidDocumentException damaged) {
                    said.add("Spindle cannot understand a record, and counts its run as not finished: "
                            + damaged.getMessage() + ". Spindle keeps the record as " + AtomicFile.setAside(file));
                    note(Set.of(), Set.of(file));
                }
            }
        }
        return said;
    }

    /** Removes the files that a killed client was writing. Only the client that holds the campaign's lock may do so. */
    public void removeUnfinished() throws IOException {
        for (Path folder : List.of(root, runs(), warmUps())) {
            if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, ".*.tmp")) {
                    for (Path file : unfinished) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }

    private static List<Path> recordsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> Records.isDocument(file.toString()))
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the name of the file with a run's throughput over time. */
    static String samples(String run) {
        return run + ".samples.gz";
    }

    /** Returns the name of the file with the nodes' samples during a run. */
    static String nodes(String run) {
        return run + ".nodes.gz";
    }

    /**
     * Writes a record, after the files of samples that it names.
     *
     * @param series throughput over time; may be null if the record names no such file
     * @param evidence the nodes' samples; may be null if the record names no such file
     */
    public void write(RunSpec run, RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence)
            throws IOException {
        Set<Path> written = write(folder(run), runRecord, series, evidence);
        note(written, Set.of());
    }

    /**
     * Writes a record and its samples to a new directory. This saves hours of measurement if the campaign's directory
     * cannot be written.
     *
     * @return the new directory
     */
    Path writeElsewhere(RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence) throws IOException {
        Path elsewhere = Files.createTempDirectory("spindle-" + root.getFileName() + "-");
        write(elsewhere, runRecord, series, evidence);
        return elsewhere;
    }

    /** Returns the files, in the order of writing. */
    private static Set<Path> write(Path folder, RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence)
            throws IOException {
        Set<Path> written = new LinkedHashSet<>();
        if (runRecord.throughput() != null && runRecord.throughput().samples() != null) {
            Path file = folder.resolve(runRecord.throughput().samples());
            AtomicFile.write(file, compressed(series.csv()));
            written.add(file);
        }
        if (runRecord.evidence() != null && runRecord.evidence().samples() != null) {
            Path file = folder.resolve(runRecord.evidence().samples());
            AtomicFile.move(evidence.samples(), file);
            written.add(file);
        } else if (evidence != null && evidence.samples() != null) {
            Files.deleteIfExists(evidence.samples());
        }
        written.add(RecordWriter.write(folder, runRecord));
        return written;
    }

    private static byte[] compressed(Stream<String> text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer lines = new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8)) {
            for (String line : (Iterable<String>) text::iterator) {
                lines.write(line + "\n");
            }
        }
        return bytes.toByteArray();
    }

    /**
     * Sets aside the records of a visit that did not end, so that all of the visit's runs are made again.
     *
     * @param reason why, for the records
     * @return the number of records
     */
    public int setAside(Visit visit, String reason) throws IOException {
        int records = 0;
        for (RunSpec run : visit.runs()) {
            Optional<Path> file = Records.find(folder(run), run.id());
            if (file.isPresent()) {
                replace(file.get(), Records.readOne(file.get()).interrupted(interruptedName(run), reason));
                records++;
            }
        }
        return records;
    }

    /**
     * Sets aside the records of runs that ended in these ways, so that the runs are made again.
     *
     * @return the number of records
     */
    public int setAside(List<RunSpec> runs, Set<Status> how) throws IOException {
        int records = 0;
        for (RunSpec run : runs) {
            Optional<Path> file = Records.find(folder(run), run.id());
            if (file.isPresent()) {
                RunRecord ended = Records.readOne(file.get());
                if (how.contains(ended.status())) {
                    String kind = "." + ended.status().name().toLowerCase(Locale.ROOT) + "-";
                    replace(file.get(), ended.setAside(freeName(run, kind)));
                    records++;
                }
            }
        }
        return records;
    }

    private void replace(Path file, RunRecord by) throws IOException {
        Path written = RecordWriter.write(file.getParent(), by);
        Files.delete(file);
        note(Set.of(written), Set.of(file));
    }

    /** Returns a name for the record of a cooled attempt that ran warm; empty if the run already has such a record. */
    Optional<String> warmName(RunSpec run) {
        String name = run.id() + ".warm";
        return Records.find(folder(run), name).isPresent() ? Optional.empty() : Optional.of(name);
    }

    /** Returns a name for the record of an attempt during which daemons were away. */
    String outageName(RunSpec run) {
        return freeName(run, ".outage-");
    }

    /** Returns a name for the record of an interrupted attempt. The next attempt can then use the run's own name. */
    String interruptedName(RunSpec run) {
        return freeName(run, ".interrupted-");
    }

    private String freeName(RunSpec run, String kind) {
        int attempt = 1;
        while (Records.find(folder(run), run.id() + kind + attempt).isPresent()) {
            attempt++;
        }
        return run.id() + kind + attempt;
    }
}
