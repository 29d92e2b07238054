package org.spindlebench.analysis.collector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** The times for which files have one kind of figures of one node. */
final class Spans {
    private final String node;
    private final List<Span> all = new ArrayList<>();

    Spans(String node) {
        this.node = node;
    }

    /** Adds an interval; false where the same file has figures of that time already, because its times went back. */
    boolean add(String file, long from, long to) {
        Span last = all.isEmpty() ? null : all.get(all.size() - 1);
        boolean same = last != null && last.file.equals(file);
        if (same && from < last.to) {
            return false;
        }
        if (same && from == last.to) {
            all.set(all.size() - 1, new Span(file, last.from, to));
        } else {
            all.add(new Span(file, from, to));
        }
        return true;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    long from() {
        return all.stream().mapToLong(Span::from).min().orElseThrow();
    }

    long to() {
        return all.stream().mapToLong(Span::to).max().orElseThrow();
    }

    /**
     * Refuses a time that is there twice.
     *
     * @throws InvalidDocumentException if two files have figures of the same time
     */
    void refuseOverlap() {
        List<Span> sorted =
                all.stream().sorted(Comparator.comparingLong(Span::from)).toList();
        Span before = null;
        for (Span span : sorted) {
            if (before != null && span.from < before.to) {
                throw new InvalidDocumentException(span.file + ": node " + node + " is in " + before.file
                        + " for the same time, from "
                        + Window.ofMillis(span.from, Math.min(span.to, before.to))
                        + "; what it did would count twice");
            }
            before = before == null || span.to > before.to ? span : before;
        }
    }

    private record Span(String file, long from, long to) {}
}
