package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.BYTES_PER_SECOND;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SECONDS;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SHARE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;
import org.spindlebench.analysis.report.page.EvidencePictures.RunRows;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;

/** Makes charts of devices and processors during a run. */
final class SeriesPictures {
    private SeriesPictures() {}

    static Picture devices(RunEvidence evidence) {
        List<ChartRun> runs = evidence.runs().stream()
                .filter(run -> !steps(run, RoleFigures.HDFS).isEmpty()
                        || !steps(run, RoleFigures.SHUFFLE).isEmpty())
                .toList();
        RunRows rows = new RunRows(
                runs,
                DataColumn.of("at", "from [s]", SECONDS),
                DataColumn.of("length", "length [s]", SECONDS),
                DataColumn.of("job_end", "", SECONDS),
                DataColumn.of("hdfs_read", "HDFS read", BYTES_PER_SECOND),
                DataColumn.of("hdfs_written", "HDFS written", BYTES_PER_SECOND),
                DataColumn.of("shuffle_read", "shuffle read", BYTES_PER_SECOND),
                DataColumn.of("shuffle_written", "shuffle written", BYTES_PER_SECOND));
        addAll(rows, moment -> new Object[] {
            EvidencePictures.whole(moment.hdfs(IoStep::bytesReadPerSecond)),
            EvidencePictures.whole(moment.hdfs(IoStep::bytesWrittenPerSecond)),
            EvidencePictures.whole(moment.shuffle(IoStep::bytesReadPerSecond)),
            EvidencePictures.whole(moment.shuffle(IoStep::bytesWrittenPerSecond))
        });
        return new Picture(
                "devices",
                "Device throughput over time",
                "Bytes a second that the devices of HDFS and of the shuffle read and wrote, all nodes together. The grey line is the end of the job: data"
                        + " written after it were still in memory then.",
                "Lines of bytes read and written a second by role over the seconds of a run, one part for each of "
                        + runs.size() + " runs.",
                notes(evidence, rows),
                Picture.Crowd.FIRST,
                EvidencePictures.ALL,
                rows.rows());
    }

    static Picture processors(RunEvidence evidence) {
        List<ChartRun> runs =
                evidence.runs().stream().filter(run -> !moments(run).isEmpty()).toList();
        RunRows rows = new RunRows(
                runs,
                DataColumn.of("at", "from [s]", SECONDS),
                DataColumn.of("length", "length [s]", SECONDS),
                DataColumn.of("job_end", "", SECONDS),
                DataColumn.of("cpu", "CPU busy", SHARE),
                DataColumn.of("hdfs", "HDFS devices busy", SHARE),
                DataColumn.of("shuffle", "shuffle devices busy", SHARE));
        addAll(rows, moment -> new Object[] {
            EvidencePictures.share(moment.node() == null ? null : moment.node().cpuBusy()),
            EvidencePictures.share(moment.hdfs(IoStep::busy)),
            EvidencePictures.share(moment.shuffle(IoStep::busy))
        });
        return new Picture(
                "processors",
                "How busy processors and devices were over time",
                "The share of all hardware threads that ran something, and the share of time in which a device had work (mean over the devices of a role)."
                        + " What stays near 100 % may be what the job waits for; a device that serves many requests at once can do more although it is always busy.",
                "Lines of busy shares of processors, HDFS's devices and the shuffle's over the seconds of a run, one part for each of "
                        + runs.size() + " runs.",
                notes(evidence, rows),
                Picture.Crowd.FIRST,
                EvidencePictures.ALL,
                rows.rows());
    }

    /** One step of all series; they have the same steps. */
    private record Moment(double at, double length, NodeStep node, IoStep hdfs, IoStep shuffle) {
        Double hdfs(Function<IoStep, Double> figure) {
            return hdfs == null ? null : figure.apply(hdfs);
        }

        Double shuffle(Function<IoStep, Double> figure) {
            return shuffle == null ? null : figure.apply(shuffle);
        }
    }

    /** Adds a row for each step, leaving out steps without data. */
    private static void addAll(RunRows rows, Function<Moment, Object[]> figures) {
        for (ChartRun run : rows.runs()) {
            double end = EvidencePictures.seconds(run.series().seconds());
            for (Moment moment : moments(run)) {
                Object[] known = figures.apply(moment);
                if (Stream.of(known).anyMatch(Objects::nonNull)) {
                    rows.add(
                            run,
                            Stream.concat(Stream.of(moment.at(), moment.length(), end), Stream.of(known))
                                    .toArray());
                }
            }
        }
    }

    private static List<Moment> moments(ChartRun run) {
        if (run.series() == null) {
            return List.of();
        }
        List<NodeStep> nodes = run.series().cluster().steps();
        List<IoStep> hdfs = steps(run, RoleFigures.HDFS);
        List<IoStep> shuffle = steps(run, RoleFigures.SHUFFLE);
        int size = Math.max(nodes.size(), Math.max(hdfs.size(), shuffle.size()));
        List<Moment> moments = new ArrayList<>();
        for (int at = 0; at < size; at++) {
            NodeStep node = at < nodes.size() ? nodes.get(at) : null;
            IoStep one = at < hdfs.size() ? hdfs.get(at) : null;
            IoStep other = at < shuffle.size() ? shuffle.get(at) : null;
            IoStep any = one == null ? other : one;
            moments.add(new Moment(
                    EvidencePictures.seconds(node == null ? any.at() : node.at()),
                    EvidencePictures.seconds(node == null ? any.seconds() : node.seconds()),
                    node,
                    one,
                    other));
        }
        return moments;
    }

    private static List<IoStep> steps(ChartRun run, String role) {
        return run.series() == null
                ? List.of()
                : run.series().roles().stream()
                        .filter(one -> one.role().equals(role))
                        .findFirst()
                        .map(RoleSeries::steps)
                        .orElse(List.of());
    }

    private static List<String> notes(RunEvidence evidence, RunRows shown) {
        List<ChartRun> runs = shown.runs();
        List<String> notes = new ArrayList<>(EvidencePictures.notes(evidence, shown, SeriesPictures::reason));
        String lengths = runs.stream()
                .map(run -> longest(moments(run)))
                .distinct()
                .sorted()
                .map(length -> String.format(Locale.ROOT, "%.0f s", length))
                .collect(Collectors.joining(", "));
        notes.add("Steps of " + lengths
                + ", by the run's length; counters are assumed to have grown evenly between two samples.");
        return notes;
    }

    private static double longest(List<Moment> moments) {
        return moments.stream().mapToDouble(Moment::length).max().orElse(0);
    }

    private static String reason(ChartRun run) {
        if (run.series() == null) {
            return null;
        }
        String reasons = Stream.concat(
                        run.series().roles().stream().map(RoleSeries::reason),
                        run.series().cluster().reasons().stream())
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? null : reasons;
    }
}
