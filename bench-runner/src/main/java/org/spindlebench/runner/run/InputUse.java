package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;

/**
 * The inputs that HDFS stores during the runs of a visit. An input that no later run reads is dropped. The same applies
 * to an input that a later run writes again before any run reads it.
 */
public final class InputUse {
    /** The number of further names of an input: those of its directories and its manifest. */
    private static final long OF_INPUT = 4;
    /**
     * The number of other files and directories: those of a job and the probe, such as staging files, and of the
     * campaign.
     */
    private static final long OF_JOBS = 50;

    private final List<SizedRun> runs;

    /** @param runs the runs of one visit that are still to be made, in their order */
    public InputUse(List<SizedRun> runs) {
        this.runs = List.copyOf(runs);
    }

    /**
     * Returns the ids of the inputs to keep after a run. The source of sorted rows is kept only if they are still to be
     * made.
     *
     * @param index the run's place in the list; -1 before the first run
     * @param there the ids of the inputs that exist
     */
    public Set<String> neededAfter(int index, Set<String> there) {
        Set<String> needed = new HashSet<>();
        Set<String> anew = new HashSet<>();
        for (SizedRun later : runs.subList(index + 1, runs.size())) {
            later.input()
                    .filter(content -> anew.add(content.id()))
                    .ifPresent(content -> addNeeded(content, there, anew, needed));
            later.written().ifPresent(content -> anew.add(content.id()));
        }
        return needed;
    }

    private static void addNeeded(InputData content, Set<String> there, Set<String> anew, Set<String> needed) {
        needed.add(content.id());
        if (content.kind() == ContentKind.TERA_SORTED && !there.contains(content.id())) {
            InputData source = Inputs.unsorted(content);
            if (anew.add(source.id())) {
                needed.add(source.id());
            }
        }
    }

    /** Returns the content that a run should leave for later runs; empty if no later run reads it. */
    public Optional<InputData> left(int index, Set<String> there) {
        Set<String> needed = neededAfter(index, there);
        return runs.get(index).written().filter(content -> needed.contains(content.id()));
    }

    /**
     * Returns the largest number of bytes, with replicas, that inputs and outputs take in HDFS at one time. Outputs of
     * overlapping runs exist at the same time.
     */
    public long peakBytes() {
        return most(bytesDuring());
    }

    /** Returns the largest number of bytes in the same way, but counts only a part of each file's bytes. */
    public long peakBytes(CountedBytes part) {
        return most(during(
                (run, content) -> part.of(run, content.replication(), run.stored(content)),
                run -> part.of(run, run.outputReplication(), run.storedOutput())));
    }

    /** The bytes of a file that count, out of those that HDFS stores for it. */
    public interface CountedBytes {
        long of(SizedRun run, int replicas, long stored);
    }

    /**
     * Returns about how many files and directories exist in HDFS at one time, including the files and directories that
     * jobs need for a while.
     */
    public long peakNames() {
        return OF_JOBS
                + most(during(
                        (run, content) -> content.files() + OF_INPUT, run -> 2L * Math.max(run.maps(), run.reduces())));
    }

    private static long most(List<Long> during) {
        return during.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Returns the largest number of bytes, with replicas, that inputs and outputs take in HDFS during each run. */
    public List<Long> bytesDuring() {
        return during(SizedRun::stored, SizedRun::storedOutput);
    }

    private List<Long> during(ToLongBiFunction<SizedRun, InputData> ofInput, ToLongFunction<SizedRun> ofOutput) {
        Map<String, Long> live = new HashMap<>();
        List<Long> during = new ArrayList<>();
        long together = 0;
        for (int index = 0; index < runs.size(); index++) {
            SizedRun run = runs.get(index);
            for (InputData content : missing(run, live.keySet())) {
                live.put(content.id(), ofInput.applyAsLong(run, content));
            }
            together += run.spec().isConcurrent() ? ofOutput.applyAsLong(run) : 0;
            during.add(sum(live) + Math.max(together, ofOutput.applyAsLong(run)));
            if (!run.spec().isConcurrent()) {
                left(index, live.keySet()).ifPresent(content -> live.put(content.id(), ofOutput.applyAsLong(run)));
                live.keySet().retainAll(neededAfter(index, live.keySet()));
            }
        }
        return during;
    }

    /** Returns the data that must be made for a run, including the source of its input. */
    private static List<InputData> missing(SizedRun run, Set<String> there) {
        return run.input().map(InputData::id).filter(there::contains).isPresent()
                ? List.of()
                : Inputs.kept(run.input());
    }

    private static long sum(Map<String, Long> live) {
        return live.values().stream().mapToLong(Long::longValue).sum();
    }
}
