package org.spindlebench.analysis.record;

import java.util.List;
import java.util.Objects;

/**
 * The end of one log file of one container, read because its run failed. Lines are cut, frames of stack traces are left out.
 *
 * @param container YARN's container id; null where it is not known
 * @param attempt MapReduce's attempt id; null for ApplicationMasters and where it is not known
 * @param host the host it ran on; null where it is not known
 * @param file {@code syslog}, {@code stderr}, {@code stdout} and such; or {@code diagnostics}: the beginning of what YARN and
 *     MapReduce said of the container
 * @param lines in their order
 */
public record ContainerLog(String container, String attempt, String host, String file, List<String> lines) {
    public ContainerLog {
        Objects.requireNonNull(file, "file");
        lines = lines == null ? List.of() : List.copyOf(lines);
    }
}
