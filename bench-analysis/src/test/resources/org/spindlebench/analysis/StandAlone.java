import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;

/** Somebody else's program. Reads the table that is its first argument, and writes a report into the directory that is its second. */
public class StandAlone {
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[1]);
        Path lines = directory.resolve("runs.jsonl");
        try (Stream<RunRecord> runs = Imports.read(Path.of(args[0]), line -> System.out.println(line))) {
            Files.write(lines, runs.map(JsonDocument::line).toList());
        }
        ComparisonOptions options = ComparisonOptions.standard().against("hdd").withPrices(prices());
        try (Stream<RunRecord> runs = Records.read(lines)) {
            Findings findings = Findings.of(Runs.of(runs), options);
            List<Path> files = Reports.write(directory, findings);
            System.out.print(Reports.text(findings));
            System.out.println(findings.cost().figures().size() + " costs, " + files.size() + " files");
        }
    }

    private static PriceList prices() {
        Catalogue parts = new Catalogue(
                Machines.NONE,
                new Machines(10, 10_000.0, null, null),
                Machines.NONE,
                new TreeMap<>(),
                new TreeMap<>(Map.of(
                        "hdd", new DeviceKind(400.0, null, null, null, null, null),
                        "ssd", new DeviceKind(14_000.0, null, null, null, null, null))));
        return new PriceList(
                new PriceList.PriceSource("mine", "USD", "2026", "made up"),
                Assumptions.DEFAULT,
                parts,
                RunningCosts.NONE,
                new TreeMap<>(Map.of(
                        "hdd", new PricedSetup(null, new TreeMap<>(Map.of("hdd", 11)), null, null),
                        "ssd", new PricedSetup(null, new TreeMap<>(Map.of("ssd", 1)), null, null))));
    }
}
