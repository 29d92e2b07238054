package example;

import java.io.IOException;
import java.nio.file.Path;
import org.spindlebench.analysis.Spindle;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;

/** Compares two arrays, runs in memory, and, if a file is named, the setups in that file. */
public final class TwoDisks {
    private TwoDisks() {}

    public static void main(String[] files) throws IOException {
        double[] before = {412.1, 405.7, 418.9, 409.3, 431.6};
        double[] after = {251.4, 247.9, 255.0, 249.6, 262.3};
        System.out.println(Spindle.compare(before, after).speedUp());

        Runs runs = Runs.builder()
                .add("terasort", "hdd", before)
                .add("terasort", "ssd", after)
                .build();
        System.out.print(Spindle.report(runs, ComparisonOptions.standard().against("hdd")).text());

        for (String file : files) {
            System.out.print(Spindle.report(Path.of(file)).text());
        }
    }
}
