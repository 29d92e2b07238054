package org.spindlebench.runner.collect.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The daemons that did a cluster's work at one moment: those that their masters list, each with the begin of its process.
 *
 * @param begun milliseconds since 1970 by a daemon's kind and address; 0 where its web service does not answer
 */
public record Roll(SortedMap<String, Long> begun) {

    /** Reads it anew each time. */
    public interface Call {
        Roll call() throws IOException, InterruptedException;
    }

    public Roll {
        begun = new TreeMap<>(begun);
    }

    /** Which of an earlier roll's are away, each with how that shows; those that came are no matter. */
    public List<String> awaySince(Roll earlier) {
        List<String> away = new ArrayList<>();
        earlier.begun.forEach((daemon, before) -> {
            Long now = begun.get(daemon);
            if (now == null) {
                away.add(daemon + " is gone");
            } else if (before != 0 && now == 0) {
                away.add(daemon + " does not answer any more");
            }
        });
        return away;
    }

    /** Which of an earlier roll's have begun anew since. */
    public List<String> restartedSince(Roll earlier) {
        return earlier.begun.entrySet().stream()
                .filter(before -> before.getValue() != 0
                        && begun.getOrDefault(before.getKey(), 0L) != 0
                        && !before.getValue().equals(begun.get(before.getKey())))
                .map(before -> before.getKey() + " was restarted")
                .toList();
    }
}
