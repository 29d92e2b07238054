package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.BYTES_PER_SECOND;
import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.INSTANT;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.proof.RoleFigures;

/** What the devices of each setup were measured to do by themselves, without Hadoop. */
final class BandwidthPicture {
    private static final int MOST_BARS = 400;
    private static final int MOST_DOUBTS = 5;

    private BandwidthPicture() {}

    static Picture of(Findings findings, RunEvidence evidence) {
        Dataset rows = new Dataset(
                Column.text("setup", "setup"),
                Column.text("role", "role"),
                Column.text("operation", "operation"),
                Column.of("bandwidth", "each device by itself, added up", BYTES_PER_SECOND),
                Column.of("low", "least node", BYTES_PER_SECOND),
                Column.of("high", "fastest node", BYTES_PER_SECOND),
                Column.of("at_once", "all devices at once", BYTES_PER_SECOND),
                Column.of("n", "n (nodes)", COUNT),
                Column.of("measured", "measured", INSTANT));
        List<SetupBandwidth> setups = compared(findings, evidence);
        setups.forEach(setup -> setup.figures().stream()
                .filter(figure -> figure.alone() != null)
                .forEach(figure -> add(rows, setup, figure)));
        return new Picture(
                "bandwidth",
                "Measured bandwidth of devices",
                "What the devices of a node read and write in sequence without Hadoop: bars are of each device by itself, added up, ticks of all"
                        + " devices at once. The papers compare setups whose bandwidth is equal.",
                "Bars of the bandwidth of HDFS's devices and the shuffle's, reading and writing, by setup.",
                notes(setups),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /** Those of which there are runs. */
    static List<SetupBandwidth> compared(Findings findings, RunEvidence evidence) {
        List<String> names = findings.cells().stream()
                .map(cell -> cell.subject().setup())
                .distinct()
                .toList();
        return evidence.bandwidths().stream()
                .filter(one -> names.contains(one.setup()))
                .toList();
    }

    private static void add(Dataset rows, SetupBandwidth setup, SetupBandwidth.Figure figure) {
        rows.add(
                setup.setup(),
                figure.role().equals(RoleFigures.HDFS) ? "HDFS" : figure.role(),
                figure.operation(),
                EvidencePictures.whole(figure.alone()),
                EvidencePictures.whole(figure.least()),
                EvidencePictures.whole(figure.most()),
                EvidencePictures.whole(figure.atOnce()),
                figure.hosts(),
                setup.measured() == null ? null : setup.measured().toEpochMilli());
    }

    private static List<String> notes(List<SetupBandwidth> setups) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Of devices.json beside the results, as devices --setup kept it: for each setup the latest measurement, which need not be of the same day"
                        + " as the runs, nor of all nodes. n: nodes that were measured; figures are of a node, the mean over them.");
        setups.stream()
                .flatMap(setup -> setup.figures().stream()
                        .filter(figure -> Objects.nonNull(figure.reason()))
                        .map(figure -> setup.setup() + ", " + figure.role() + ", " + figure.operation() + ": "
                                + figure.reason()))
                .limit(MOST_DOUBTS)
                .forEach(reason -> notes.add("Missing: " + reason));
        List<String> doubts = setups.stream()
                .flatMap(setup -> setup.doubts().stream().map(doubt -> setup.setup() + ": " + doubt))
                .toList();
        doubts.stream().limit(MOST_DOUBTS).forEach(notes::add);
        if (doubts.size() > MOST_DOUBTS) {
            notes.add((doubts.size() - MOST_DOUBTS) + " more doubts: see what devices printed.");
        }
        return notes;
    }
}
