package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.collector.Collector;

/**
 * Which records are to get what a collector saw.
 *
 * @param collector the collector
 * @param files its files
 * @param results the records
 * @param zone of the files' times; empty where they name it, or it is this machine's
 * @param out the directory for the copies
 */
record EvidenceRequest(Collector collector, List<Path> files, Path results, Optional<ZoneId> zone, Path out) {
    EvidenceRequest {
        files = List.copyOf(files);
    }
}
