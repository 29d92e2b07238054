package org.spindlebench.runner.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.importer.SafeName;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** Copies of records, by campaign. */
final class StagedEvidence implements Closeable {
    private final Path out;
    private final Map<String, StagedCopies> campaigns = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    StagedEvidence(Path out) {
        this.out = out;
    }

    /** Writes a copy of a run to those of its campaign. */
    void write(RunRecord run, CollectedEvidence collected) {
        try {
            String campaign = run.identity().campaign();
            StagedCopies copies = campaigns.get(campaign);
            if (copies == null) {
                copies = new StagedCopies(campaign, out.resolve(fileName(campaign)));
                campaigns.put(campaign, copies);
            }
            copies.write(run, collected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a problem for every campaign of that name that is there with other records. */
    void refuseOther(Problems problems) throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            if (copies.isTaken()) {
                problems.add(Problem.at(
                                new Location(copies.target().toString(), 0, 0),
                                "",
                                "is there already, and holds other records")
                        .withRemedy("name another directory by --out, or remove it"));
            }
        }
    }

    void commit() throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            copies.commit();
        }
    }

    List<EvidenceSummary.Campaign> summaries() {
        return campaigns.values().stream().map(StagedCopies::summary).toList();
    }

    @Override
    public void close() throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            copies.close();
        }
    }

    private String fileName(String campaign) {
        String name = SafeName.of(campaign, "import");
        String unique = name;
        for (int number = 2; !names.add(unique); number++) {
            unique = name + "-" + number;
        }
        return unique + ".jsonl";
    }
}
