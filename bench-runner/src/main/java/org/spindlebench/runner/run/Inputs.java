package org.spindlebench.runner.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/**
 * Prepares and proves each input once, and finds it again later. Spindle never uses this class inside a timed window.
 */
public final class Inputs {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATA = "/data";
    private static final String MANIFEST = "/manifest.json";

    /** Runs a job that prepares an input, and returns its result. Fails if the job fails. */
    interface Maker {
        JobCompletion make(String label, ContentMaker maker, JobRequest request)
                throws IOException, InterruptedException;
    }

    private final Storage storage;
    private final String directory;
    private final Map<String, String> configuration;
    private final Maker maker;

    Inputs(Storage storage, String directory, Map<String, String> configuration, Maker maker) {
        this.storage = storage;
        this.directory = directory;
        this.configuration = configuration;
        this.maker = maker;
    }

    record Prepared(String path, InputManifest manifest) {}

    Prepared prepare(InputData content) throws IOException, InterruptedException {
        String home = directory + "/" + content.id();
        InputManifest known = known(content, home);
        return new Prepared(home + DATA, known != null ? known : make(content, home));
    }

    /** Returns the manifest of an input whose files have the manifest's lengths; null if it must be prepared. */
    private InputManifest known(InputData content, String home) throws IOException {
        if (!storage.exists(home + MANIFEST)) {
            return null;
        }
        InputManifest manifest = read(home + MANIFEST);
        boolean whole = manifest != null
                && content.id().equals(manifest.content())
                && manifest.files().equals(lengths(home + DATA));
        return whole ? manifest : null;
    }

    private InputManifest read(String file) throws IOException {
        try (InputStream in = storage.open(file)) {
            return JSON.readValue(in, InputManifest.class);
        } catch (JsonProcessingException garbled) {
            return null;
        }
    }

    private Map<String, Long> lengths(String data) throws IOException {
        Map<String, Long> lengths = new TreeMap<>();
        for (StoredFile file : storage.dataFiles(data)) {
            lengths.put(file.name(), file.length());
        }
        return lengths;
    }

    private InputManifest make(InputData content, String home) throws IOException, InterruptedException {
        storage.delete(home);
        storage.mkdirs(home);
        Optional<String> coding = RunSetting.ERASURE_CODING.in(configuration);
        if (coding.isPresent()) {
            storage.setErasureCoding(home, coding.get());
        }
        Prepared source = content.kind() == ContentKind.TERA_SORTED ? prepare(unsorted(content)) : null;
        ContentMaker contentMaker = ContentMaker.of(content.kind());
        JobRequest request = new JobRequest(
                content.bytes(),
                content.files(),
                content.files(),
                content.replication(),
                content.seed(),
                source == null ? null : source.path(),
                source == null ? null : source.manifest(),
                home + DATA,
                configuration);
        JobCompletion done = maker.make("prepare " + content.id(), contentMaker, request);
        List<Check> checks = new ArrayList<>();
        contentMaker.verify(done, storage, checks::add);
        for (Check check : checks) {
            if (!check.passed()) {
                throw new IOException("the input " + content.id() + " is not what it should be: " + check.name()
                        + " is " + check.actual() + ", not " + check.expected());
            }
        }
        return keep(content, contentMaker, done, home);
    }

    /**
     * Writes the manifest of a checked input. Before that, deletes TeraSort's list of partitions, because it demands
     * ten replicas. On a smaller cluster, HDFS would count the list's block as lacking replicas as long as the input
     * exists.
     */
    private InputManifest keep(InputData content, ContentMaker contentMaker, JobCompletion done, String home)
            throws IOException {
        storage.delete(home + DATA + "/_partition.lst");
        InputManifest manifest = contentMaker.manifest(content, done, lengths(home + DATA));
        storage.write(home + MANIFEST, JSON.writeValueAsBytes(manifest));
        return manifest;
    }

    /**
     * Keeps the output of a valid run as the input of later runs. Spindle moves the output to the place where these
     * runs look for it.
     *
     * @param done the run's request and counters
     * @return whether the output was moved; otherwise a later run makes its input
     */
    boolean adopt(InputData content, JobCompletion done) throws IOException {
        String home = directory + "/" + content.id();
        List<Check> checks = new ArrayList<>();
        ContentMaker contentMaker = ContentMaker.of(content.kind());
        contentMaker.verify(done, storage, checks::add);
        if (!checks.stream().allMatch(Check::passed)) {
            return false;
        }
        storage.delete(home);
        storage.mkdirs(home);
        if (!storage.rename(done.request().outputPath(), home + DATA)) {
            return false;
        }
        keep(content, contentMaker, done, home);
        return true;
    }

    /** Returns all inputs that HDFS stores after an input is prepared. The unsorted input of a sorted input stays. */
    public static List<InputData> kept(Optional<InputData> input) {
        return input.map(content -> content.kind() == ContentKind.TERA_SORTED
                        ? List.of(unsorted(content), content)
                        : List.of(content))
                .orElse(List.of());
    }

    static InputData unsorted(InputData sorted) {
        return new InputData(
                ContentKind.TERA,
                sorted.bytes(),
                sorted.files(),
                sorted.replication(),
                sorted.blockSize(),
                sorted.seed(),
                sorted.variant());
    }
}
