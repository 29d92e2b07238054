package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.BYTES_PER_SECOND;
import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.throughput.ThroughputFile;

/** What the streams of a job that only writes or reads moved, over its length. */
final class ThroughputPicture {
    private ThroughputPicture() {}

    static Picture of(RunEvidence evidence) {
        List<ShownRun> runs = evidence.runs().stream()
                .filter(run -> !run.throughput().isEmpty())
                .toList();
        RunRows rows = new RunRows(
                runs,
                Column.of("at", "from [s]", SECONDS),
                Column.of("length", "length [s]", SECONDS),
                Column.of("rate", "throughput", BYTES_PER_SECOND),
                Column.of("streams", "streams", COUNT));
        for (ShownRun run : runs) {
            long first = run.throughput().get(0).start();
            for (ThroughputFile.Span span : run.throughput()) {
                rows.add(
                        run,
                        run.since(span.start(), first),
                        span.millis() / 1000.0,
                        EvidencePictures.whole(span.rate()),
                        span.streams());
            }
        }
        List<String> notes = new ArrayList<>(EvidencePictures.notes(evidence, rows, run -> null));
        notes.add(
                "Bytes that maps handed over or got, replicas not counted, over the seconds since YARN accepted the job; the first and the last step are"
                        + " not used whole. streams: the fewest at one instant of a step.");
        return new Picture(
                "throughput",
                "Throughput over time",
                "Bytes a second of all streams together. What rises late or falls early is ramp-up and tail: there few streams run.",
                "Lines of the throughput of all streams over the seconds of a run, by setup.",
                notes,
                Picture.Crowd.FIRST,
                EvidencePictures.ALL,
                rows.rows());
    }
}
