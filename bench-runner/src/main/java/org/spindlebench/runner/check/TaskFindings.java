package org.spindlebench.runner.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.control.TaskCheck;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.JobExecution;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.Workspace;

/**
 * Finds problems of a plan by running a job that examines one task. The problems are codecs that do not work there, and
 * settings that a node declares final. The job also finds the free space of local directories.
 */
public final class TaskFindings {
    private static final String NAME = "task-check";
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final String campaign;
    private final List<RunSpec> runs;
    private final Sizing sizing;
    private final Set<String> codecs;
    private final Map<String, Set<String>> asked = new TreeMap<>();
    private Long freeLocal;
    private Optional<Warning> elsewhere = Optional.empty();

    public TaskFindings(String campaign, List<RunSpec> runs, Sizing sizing) {
        this.campaign = campaign;
        this.runs = runs;
        this.sizing = sizing;
        this.codecs = codecs(runs);
        for (RunSpec run : runs) {
            sizing.configuration(run).forEach((key, value) -> asked.computeIfAbsent(key, any -> new TreeSet<>())
                    .add(value));
        }
    }

    /** Returns the classes of the codecs that a plan's runs use. */
    public static SortedSet<String> codecs(List<RunSpec> runs) {
        SortedSet<String> codecs = new TreeSet<>();
        for (RunSpec run : runs) {
            Map<String, String> configuration = run.configuration();
            if (Boolean.parseBoolean(configuration.get(JobSettings.COMPRESS))) {
                codecs.add(configuration.getOrDefault(JobSettings.CODEC, Compression.DEFAULT.codec()));
            }
            if (RunSetting.OUTPUT_COMPRESSION.in(configuration).isPresent()) {
                codecs.add(
                        configuration.getOrDefault(RunSetting.OUTPUT_COMPRESSION.key(), Compression.DEFAULT.codec()));
            }
        }
        return codecs;
    }

    public boolean hasCodecs() {
        return !codecs.isEmpty();
    }

    /** Returns the free bytes in the local directories of the node where the map ran; null before the map has run. */
    public Long freeLocal() {
        return freeLocal;
    }

    /** Returns a warning if YARN ran the map in a queue other than the named queue; empty before the map has run. */
    public Optional<Warning> warning() {
        return elsewhere;
    }

    /** Runs one map on the cluster. Returns the problems in the order of discovery; empty if there are none. */
    public List<String> problems(ClusterAccess cluster, CampaignSettings settings, Interruption interruption)
            throws IOException, InterruptedException {
        Workspace workspace = new Workspace(
                cluster.storage(),
                settings.baseDirectory(),
                campaign,
                settings.plan().owner());
        JobExecution execution = new JobExecution(
                cluster,
                settings.queue(),
                CampaignSettings.campaignTag(settings.plan()),
                settings.limits().timeout().compareTo(LIMIT) < 0
                        ? settings.limits().timeout()
                        : LIMIT,
                interruption);
        workspace.open();
        try {
            String output = workspace.freshOutput(NAME);
            EndedJob ended = execution.execute(call(output), settings.tag(NAME), progress -> {});
            elsewhere = ended.elsewhere(settings.queue());
            return ended.succeeded()
                    ? read(cluster.storage(), output)
                    : List.of("the job with one map that checks codecs and settings failed, as all others would: "
                            + String.join("; ", Explanation.of(ended).reasons()));
        } finally {
            workspace.remove();
            execution.awaitRoom();
        }
    }

    private List<String> read(Storage storage, String output) throws IOException {
        List<String> problems = new ArrayList<>();
        for (StoredFile file : storage.dataFiles(output)) {
            read(storage, file, problems);
        }
        return problems;
    }

    private ToolCall call(String output) {
        Map<String, String> configuration = new TreeMap<>(sizing.configuration(runs.get(0)));
        configuration.put("mapreduce.output.fileoutputformat.compress", "false");
        configuration.put("mapreduce.map.maxattempts", "1");
        configuration.put(TaskCheck.CODECS, String.join(",", codecs));
        configuration.put(TaskCheck.KEYS, String.join(",", asked.keySet()));
        return new ToolCall(ToolName.TASK_CHECK, List.of(output), configuration);
    }

    private void read(Storage storage, StoredFile file, List<String> problems) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(storage.open(file.path()), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\t", 3);
                if (fields.length == 3) {
                    problem(fields[0], fields[1], fields[2], problems);
                }
            }
        }
    }

    void problem(String kind, String subject, String finding, List<String> problems) {
        if (kind.equals(TaskCheck.LOCAL_FREE)) {
            freeLocal = Long.valueOf(finding);
        }
        if (kind.equals(TaskCheck.CODEC) && !finding.equals(TaskCheck.WORKS)) {
            problems.add("compression " + Compression.labelOfCodec(subject) + ": " + subject
                    + " does not work in a task: " + finding + "; install its library on every node (`hadoop"
                    + " checknative` lists the installed ones), or use another compression");
        }
        if (kind.equals(TaskCheck.FINAL)) {
            asked.getOrDefault(subject, Set.of()).stream()
                    .filter(value -> !HadoopValue.same(value, finding))
                    .forEach(value ->
                            problems.add(subject + ": " + value + " is asked for, but the nodes declare it final with"
                                    + " the value "
                                    + finding + ", which no job can change; change it on the nodes, or leave it out"));
        }
    }
}
