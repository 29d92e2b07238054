package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.Content.ContentKind;

/**
 * Which inputs HDFS holds during the runs of a visit. An input that no later run reads is dropped. So is one that a
 * later run writes anew before it is read again.
 */
public final class InputUse {
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

    private static void addNeeded(Content content, Set<String> there, Set<String> anew, Set<String> needed) {
        needed.add(content.id());
        if (content.kind() == ContentKind.TERA_SORTED && !there.contains(content.id())) {
            Content source = Inputs.unsorted(content);
            if (anew.add(source.id())) {
                needed.add(source.id());
            }
        }
    }

    /** Returns the content that a run should leave for later runs; empty if none reads it. */
    public Optional<Content> left(int index, Set<String> there) {
        Set<String> needed = neededAfter(index, there);
        return runs.get(index).written().filter(content -> needed.contains(content.id()));
    }

    /**
     * Returns the largest number of bytes, with replicas, that inputs and outputs take in HDFS at one time. Outputs of
     * runs that overlap are all there at once.
     */
    public long peakBytes() {
        return bytesDuring().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Returns the most bytes, with replicas, that inputs and outputs take in HDFS during each run. */
    public List<Long> bytesDuring() {
        Map<String, Long> live = new HashMap<>();
        List<Long> during = new ArrayList<>();
        long together = 0;
        for (int index = 0; index < runs.size(); index++) {
            SizedRun run = runs.get(index);
            for (Content content : missing(run, live.keySet())) {
                live.put(content.id(), run.stored(content));
            }
            together += run.spec().isConcurrent() ? run.storedOutput() : 0;
            during.add(sum(live) + Math.max(together, run.storedOutput()));
            if (!run.spec().isConcurrent()) {
                left(index, live.keySet()).ifPresent(content -> live.put(content.id(), run.storedOutput()));
                live.keySet().retainAll(neededAfter(index, live.keySet()));
            }
        }
        return during;
    }

    /** Returns what must be made for a run, including the source of its input. */
    private static List<Content> missing(SizedRun run, Set<String> there) {
        return run.input().map(Content::id).filter(there::contains).isPresent() ? List.of() : Inputs.kept(run.input());
    }

    private static long sum(Map<String, Long> live) {
        return live.values().stream().mapToLong(Long::longValue).sum();
    }
}
