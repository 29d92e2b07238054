package org.spindlebench.runner.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.program.Placeholders;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.CounterProof;
import org.spindlebench.runner.program.Program.ProgramProof;

/** A program of the user, under the name that the suite gives it. */
public final class SuiteProgram extends MeasuredJob {
    private static final int USUAL_REPLICATION = 3;
    private static final String SUCCESS = "/_SUCCESS";

    private final Program program;

    private SuiteProgram(String name, Program program) {
        super(new Traits(
                name,
                "a program of the suite: " + program.run().describe(),
                WaveOf.valueOf(program.wave().name()),
                null,
                program.proof().output() ? USUAL_REPLICATION : 0,
                made(program),
                // Programs that write with Hadoop's output formats compress as requested.
                Set.of(RunSetting.OUTPUT_COMPRESSION)));
        this.program = program;
    }

    static MeasuredJob of(String name, Program program) {
        return new SuiteProgram(name, program);
    }

    private static ContentKind made(Program program) {
        return program.input() == null || program.input().made() == null
                ? null
                : ContentKind.valueOf(program.input().made());
    }

    @Override
    public String data(Map<String, String> configuration) {
        return input().map(kind -> switch (kind) {
                    case TERA, TERA_SORTED -> "tera";
                    case TEXT -> "words";
                    case RANDOM_TEXT -> "text";
                    case TESTDFSIO, DFSIO -> kind.name();
                })
                .orElse(null);
    }

    /** Spindle does not know when a program forces its output. */
    @Override
    public Optional<String> sync(Map<String, String> configuration) {
        return Optional.empty();
    }

    @Override
    public boolean reads() {
        return program.reads();
    }

    /** Spindle does not know the bytes that a program shuffles, and assumes that it shuffles all of its input. */
    @Override
    public long mapOutput(long bytes) {
        return reads() ? framedBytes(bytes) : 0;
    }

    @Override
    public ProgramCall call(JobRequest request) {
        return new ProgramCall(name(), program.run(), values(request), settings(request)).submitting();
    }

    /**
     * Returns the settings for the jobs that the program submits. Only a program with a wave receives its numbers of
     * tasks.
     */
    private Map<String, String> settings(JobRequest request) {
        Map<String, String> settings = new TreeMap<>();
        if (outputReplication() > 0 || request.configuration().containsKey(JobKeys.REPLICATION)) {
            settings.put("dfs.replication", String.valueOf(request.replication()));
        }
        if (wave() == WaveOf.MAPS || wave() == WaveOf.BOTH) {
            settings.put("mapreduce.job.maps", String.valueOf(request.maps()));
        }
        if (wave() == WaveOf.REDUCES || wave() == WaveOf.BOTH) {
            settings.put("mapreduce.job.reduces", String.valueOf(request.reduces()));
        }
        return settings;
    }

    /** Returns the calls that make the data in an existing directory, in the order of the calls. */
    public List<ProgramCall> preparing(JobRequest request, String prepared) {
        Map<Placeholder, String> values = sizes(request);
        values.put(Placeholder.PREPARED, prepared);
        return program.prepare().stream()
                .map(call -> new ProgramCall("prepare " + name(), call, values, settings(request)))
                .toList();
    }

    private Map<Placeholder, String> values(JobRequest request) {
        Map<Placeholder, String> values = sizes(request);
        values.put(Placeholder.OUTPUT, request.outputPath());
        return values;
    }

    private static Map<Placeholder, String> sizes(JobRequest request) {
        Map<Placeholder, String> values = new EnumMap<>(Placeholder.class);
        values.put(Placeholder.MAPS, String.valueOf(request.maps()));
        values.put(Placeholder.REDUCES, String.valueOf(request.reduces()));
        values.put(Placeholder.BYTES, String.valueOf(request.bytes()));
        values.put(Placeholder.REPLICATION, String.valueOf(request.replication()));
        values.put(Placeholder.SEED, String.valueOf(request.seed()));
        if (request.input() != null) {
            values.put(Placeholder.INPUT_BYTES, String.valueOf(request.input().bytes()));
            values.put(
                    Placeholder.INPUT_FILES,
                    String.valueOf(request.input().files().size()));
            values.put(Placeholder.INPUT_RECORDS, String.valueOf(request.input().records()));
        }
        return values;
    }

    /** Checks the output and the counters that the suite names. The caller checks how the program ended. */
    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        ProgramProof asked = program.proof();
        if (asked.output()) {
            output(asked, done.request().outputPath(), storage, proof);
        }
        for (CounterProof counter : asked.counters()) {
            proof.accept(check(counter, done));
        }
    }

    private static void output(ProgramProof asked, String directory, Storage storage, Consumer<Check> proof)
            throws IOException {
        List<StoredFile> files = storage.dataFiles(directory);
        long bytes = Policies.bytes(files);
        proof.accept(atLeast("bytes of the output", Math.max(1, asked.leastBytes()), bytes));
        if (asked.success()) {
            proof.accept(Check.equal("_SUCCESS in the output", true, storage.exists(directory + SUCCESS)));
        }
        if (asked.leastLines() > 0) {
            long lines = lines(files, storage, asked.leastLines());
            proof.accept(atLeast("lines of the output", asked.leastLines(), lines));
        }
    }

    /** Counts lines up to a number. */
    private static long lines(List<StoredFile> files, Storage storage, long most) throws IOException {
        long count = 0;
        for (StoredFile file : files) {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(storage.openDecompressed(file.path()), StandardCharsets.UTF_8))) {
                while (count < most && lines.readLine() != null) {
                    count++;
                }
            }
        }
        return count;
    }

    private Check check(CounterProof counter, JobCompletion done) {
        Long found = done.counter(counter.group(), counter.name());
        Map<Placeholder, String> values = values(done.request());
        return counter.exactly() == null
                ? atLeast(counter.name(), number(counter.atLeast(), values), found)
                : Check.equal(counter.name(), number(counter.exactly(), values), found);
    }

    private static Long number(String text, Map<Placeholder, String> values) {
        return Long.valueOf(Placeholders.fill(text, values));
    }

    private static Check atLeast(String name, long least, Long found) {
        return new Check(
                name,
                "at least " + least,
                found == null ? "absent" : found.toString(),
                found != null && found >= least);
    }
}
