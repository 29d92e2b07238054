package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.bundle.ArchiveReader.UnpackLimits;
import org.spindlebench.runner.collect.EndedHistories;
import org.spindlebench.runner.collect.JobHistoryImporter;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;

/** Compares records with what MapReduce itself wrote about their jobs, where a bundle holds that. */
final class HistoryChecks {
    private static final Pattern JOB = Pattern.compile("job_\\d+_\\d+");
    private static final String PACKED = ".gz";
    private static final long LARGEST = 1 << 26;

    private final Path root;
    private final UnpackLimits limits;
    private final Consumer<String> found;
    private final Map<String, RunRecord> byJob = new HashMap<>();
    private final Map<String, RunRecord> byName = new HashMap<>();

    HistoryChecks(Path root, UnpackLimits limits, Consumer<String> found) {
        this.root = root;
        this.limits = limits;
        this.found = found;
    }

    /** Adds a record. Only what is compared is kept. */
    void add(RunRecord run, boolean hasHistories) {
        if (hasHistories) {
            byName.put(run.identity().run(), run);
            if (run.identity().jobId() != null) {
                byJob.put(run.identity().jobId(), run);
            }
            if (run.program() != null) {
                run.program().applications().stream()
                        .map(application -> application.id().replaceFirst("^application_", "job_"))
                        .forEach(job -> byJob.put(job, run));
            }
        }
    }

    /** Checks whether an entry is a history or a configuration of a job. */
    static boolean isHistory(String entry) {
        return entry.matches(".*\\.jhist(\\.gz)?|.*(_conf|job)\\.xml(\\.gz)?");
    }

    void check(String entry) throws IOException {
        boolean packed = entry.endsWith(PACKED);
        String name = packed ? entry.substring(0, entry.length() - PACKED.length()) : entry;
        if (!packed) {
            check(entry, name, root.resolve(entry));
            return;
        }
        try (TemporaryDirectory directory = new TemporaryDirectory()) {
            Path file = directory.path().resolve("unpacked" + name.substring(name.lastIndexOf('.')));
            try (InputStream in = ArchiveReader.unpacked(root.resolve(entry), limits)) {
                Files.copy(in, file);
            }
            check(entry, name, file);
        }
    }

    private void check(String entry, String name, Path file) throws IOException {
        if (name.endsWith(".jhist")) {
            history(entry, file);
        } else if (Files.size(file) > LARGEST) {
            throw new IOException("larger than " + LARGEST + " bytes, more than any configuration");
        } else {
            configuration(entry, Files.readString(file, StandardCharsets.UTF_8));
        }
    }

    private void history(String entry, Path file) throws IOException {
        ImportFile history = new ImportFile(file, "history", Optional.empty());
        List<RunRecord> jobs;
        try (Stream<RunRecord> runs = Imports.read(new JobHistoryImporter(), history, line -> {})) {
            jobs = runs.toList();
        }
        for (RunRecord job : jobs) {
            RunRecord run = byJob.get(job.identity().jobId());
            // Jobs that make inputs have no record.
            if (run != null) {
                compare(entry, run, job);
            }
        }
    }

    private void compare(String entry, RunRecord run, RunRecord job) {
        String name = run.identity().run();
        // Of a program with several jobs, a record has the sums and the times of all of them.
        boolean ofSeveral =
                run.program() != null && run.program().applications().size() > 1;
        if (run.times() != null && !ofSeveral) {
            differs(
                    name,
                    entry,
                    "times.jobSubmitted",
                    run.times().jobSubmitted(),
                    job.times().jobSubmitted());
            differs(
                    name,
                    entry,
                    "times.jobLaunched",
                    run.times().jobLaunched(),
                    job.times().jobLaunched());
            differs(
                    name,
                    entry,
                    "times.jobFinished",
                    run.times().jobFinished(),
                    job.times().jobFinished());
        }
        if (!ofSeveral) {
            run.counters()
                    .forEach((group, counters) -> counters.forEach((counter, value) ->
                            differs(name, entry, "counters: " + counter, value, job.counter(group, counter))));
        }
        tasks(entry, run, job);
    }

    private void tasks(String entry, RunRecord run, RunRecord job) {
        String name = run.identity().run();
        String attemptsOfJob = job.identity().jobId().replaceFirst("^job_", "attempt_") + "_";
        Map<String, TaskTimes> attempts = new HashMap<>();
        job.tasks().forEach(task -> attempts.put(task.attempt(), task));
        for (TaskTimes task : run.tasks()) {
            if (run.program() != null && !task.attempt().startsWith(attemptsOfJob)) {
                continue;
            }
            TaskTimes other = attempts.get(task.attempt());
            if (other == null) {
                found.accept("runs/" + name + ".json: tasks has " + task.attempt() + ", but " + entry + " has not");
                continue;
            }
            String what = "tasks: " + task.attempt() + ": ";
            differs(name, entry, what + "host", task.host(), other.host());
            differs(name, entry, what + "state", task.state(), other.state());
            differs(name, entry, what + "started", task.started(), other.started());
            differs(name, entry, what + "finished", task.finished(), other.finished());
            differs(name, entry, what + "shuffleFinished", task.shuffleFinished(), other.shuffleFinished());
            differs(name, entry, what + "sortFinished", task.sortFinished(), other.sortFinished());
        }
    }

    private void differs(String run, String entry, String what, Object recorded, Object inHistory) {
        if (recorded != null && inHistory != null && !Objects.equals(recorded, inHistory)) {
            found.accept("runs/" + run + ".json: " + what + " is " + recorded + ", but " + entry + " has " + inHistory);
        }
    }

    private void configuration(String entry, String xml) {
        Map<String, String> settings = new HashMap<>();
        Redactor.settings(xml, settings::put);
        RunRecord run = runOf(entry, settings);
        if (run == null) {
            return;
        }
        run.configuration().forEach((key, value) -> {
            String other = settings.get(key);
            boolean comparable = other != null && !HadoopValue.isUnclear(value + other);
            boolean same =
                    Stream.of(value.split(EndedHistories.BETWEEN, -1)).anyMatch(one -> HadoopValue.same(one, other));
            if (comparable && !same) {
                found.accept("runs/" + run.identity().run() + ".json: configuration: " + key + " is " + value + ", but "
                        + entry + " has " + other);
            }
        });
    }

    /** Finds the run by the file's name, or by the job's directory in its settings; null if neither tells. */
    private RunRecord runOf(String entry, Map<String, String> settings) {
        String file = entry.substring(entry.lastIndexOf('/') + 1);
        for (String text : List.of(file, settings.getOrDefault("mapreduce.job.dir", ""))) {
            Matcher job = JOB.matcher(text);
            if (job.find() && byJob.containsKey(job.group())) {
                return byJob.get(job.group());
            }
        }
        return byName.entrySet().stream()
                .filter(one -> file.startsWith(one.getKey() + "_") || file.startsWith(one.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
