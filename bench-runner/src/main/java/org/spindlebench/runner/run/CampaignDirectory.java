package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.SavedPlan;

/**
 * {@code results/<campaign>/} on this machine.
 *
 * @param root the directory
 * @param conditions where lies what holds under one setup: the same directory, or that of a setup of an experiment
 */
public record CampaignDirectory(Path root, Path conditions) {
    private static final String SETUPS = "setups";

    /** That of a campaign that changes no setup. */
    public CampaignDirectory(Path root) {
        this(root, root);
    }

    /** The part of an experiment's directory that is of one setup. */
    public CampaignDirectory ofSetup(String setup) {
        return new CampaignDirectory(root, root.resolve(SETUPS).resolve(setup));
    }

    /** The setups of an experiment that has been begun; empty of a campaign that changes no setup. */
    public List<String> setups() {
        try (Stream<Path> setups = Files.list(root.resolve(SETUPS))) {
            return setups.map(setup -> setup.getFileName().toString()).sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    /** Whether a run of this campaign was made under these conditions. */
    public boolean isOfConditions(RunRecord run) {
        return conditions.equals(root)
                || conditions.getFileName().toString().equals(run.subject().setup());
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

    /** A copy of the setup's file, where the campaign has one. */
    public Path setup() {
        return conditions.resolve("setup.yaml");
    }

    /** A copy of the experiment's file, where it has one. */
    public Path experiment() {
        return root.resolve("experiment.yaml");
    }

    /** The options that hold for all visits of an experiment. */
    public Path options() {
        return root.resolve("options.json");
    }

    /** A copy of the workload's file, where it has one. */
    public Path workloadFile() {
        return root.resolve("workload.yaml");
    }

    /** The figures of a workload. */
    public Path workload() {
        return root.resolve("workload.json");
    }

    /** That an experiment ended before its last visit. */
    public Path ended() {
        return root.resolve("ended.json");
    }

    public Path log() {
        return root.resolve("hadoop.log");
    }

    public Path runs() {
        return root.resolve("runs");
    }

    /** Of warm-ups: no report reads them. */
    private Path warmUps() {
        return root.resolve("warm-ups");
    }

    private Path folder(RunSpec run) {
        return run.warmsUp() ? warmUps() : runs();
    }

    /**
     * Makes it, with the plan in it, before the first run.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a campaign of that name
     */
    public void create(SavedPlan plan) throws IOException {
        create(plan, () -> {});
    }

    /** Writes what belongs beside a plan. */
    public interface Besides {
        void write() throws IOException;
    }

    /**
     * The same with more: the plan is written last, so that a campaign that has one has all of it.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a campaign of that name
     */
    public void create(SavedPlan plan, Besides besides) throws IOException {
        Files.createDirectories(root.toAbsolutePath().getParent());
        Files.createDirectory(root);
        Files.createDirectory(runs());
        if (plan.runs().stream().anyMatch(RunSpec::warmsUp)) {
            Files.createDirectory(warmUps());
        }
        besides.write();
        AtomicFile.write(plan(), PlanFile.json(plan));
    }

    /** A run is finished when its record has been renamed into place. */
    public boolean finished(RunSpec run) {
        return Files.exists(folder(run).resolve(run.id() + ".json"));
    }

    /** A plan, or a visit, is finished when all runs of it that count are. */
    public boolean finished(SavedPlan plan) {
        return plan.runs().stream().allMatch(run -> run.warmsUp() || finished(run));
    }

    /**
     * Gives records that cannot be understood another name: their runs are then not finished, and nothing that reads the others stops at them.
     *
     * @return what is wrong with each, and where it is now
     */
    public List<String> setDamagedAside() throws IOException {
        List<String> said = new ArrayList<>();
        for (Path folder : List.of(runs(), warmUps())) {
            for (Path file : recordsIn(folder)) {
                try {
                    Records.readOne(file);
                } catch (InvalidDocumentException damaged) {
                    said.add("Spindle cannot understand a record, and counts its run as not finished: "
                            + damaged.getMessage() + ". It is kept as " + AtomicFile.setAside(file));
                }
            }
        }
        return said;
    }

    private static List<Path> recordsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    /** The name of the file with a run's throughput over time. */
    static String samples(String run) {
        return run + ".samples.gz";
    }

    /** The name of the file with what nodes did during a run. */
    static String nodes(String run) {
        return run + ".nodes.gz";
    }

    /**
     * Writes a record, and before it the files of samples that it names.
     *
     * @param series throughput over time; may be null when the record names no such file
     * @param evidence what nodes did; may be null when the record names no such file
     */
    public void write(RunSpec run, RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence)
            throws IOException {
        write(folder(run), runRecord, series, evidence);
    }

    /**
     * Writes the same outside of the campaign's directory, where that takes nothing any more: what was measured in hours is not to be lost.
     *
     * @return the new directory that holds it
     */
    Path writeElsewhere(RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence) throws IOException {
        Path elsewhere = Files.createTempDirectory("spindle-" + root.getFileName() + "-");
        write(elsewhere, runRecord, series, evidence);
        return elsewhere;
    }

    private static void write(Path folder, RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence)
            throws IOException {
        if (runRecord.throughput() != null && runRecord.throughput().samples() != null) {
            AtomicFile.write(folder.resolve(runRecord.throughput().samples()), compressed(series.csv()));
        }
        if (runRecord.evidence() != null && runRecord.evidence().samples() != null) {
            moveSamples(evidence.samples(), folder.resolve(runRecord.evidence().samples()));
        } else if (evidence != null && evidence.samples() != null) {
            Files.deleteIfExists(evidence.samples());
        }
        RecordWriter.write(folder, runRecord);
    }

    /** On the medium before the record that names them is; a first try to write that record may have moved them. */
    private static void moveSamples(Path samples, Path to) throws IOException {
        if (Files.exists(samples)) {
            try (FileChannel file = FileChannel.open(samples, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            try {
                Files.move(samples, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException toAnotherFileSystem) {
                Files.move(samples, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
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

    /** A name for the record of a try that was warm although it was cooled; empty if this run has such a try already, in an earlier start, too. */
    Optional<String> warmName(RunSpec run) {
        String name = run.id() + ".warm";
        return Files.exists(folder(run).resolve(name + ".json")) ? Optional.empty() : Optional.of(name);
    }

    /** A name for the record of an interrupted try: the run's own name stays free for the next one. */
    String interruptedName(RunSpec run) {
        int attempt = 1;
        while (Files.exists(folder(run).resolve(run.id() + ".interrupted-" + attempt + ".json"))) {
            attempt++;
        }
        return run.id() + ".interrupted-" + attempt;
    }
}
