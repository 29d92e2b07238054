package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

final class SpeedUps implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Sample hdd = Sample.of(412.1, 405.7, 418.9, 409.3, 431.6); // seconds; any unit, the same for both
        Sample ssd = Sample.of(251.4, 247.9, 255.0, 249.6, 262.3);
        SpeedUp speedUp = SpeedUp.of(new SamplePair(hdd, ssd), 0.95);
        Interval bounds = speedUp.interval().orElseThrow(); // absent where basis() says why
        out.printf(Locale.ROOT, "%.3fx [%.3f, %.3f]%n", speedUp.ratio(), bounds.low(), bounds.high());
        out.printf(Locale.ROOT, "normalised duration %.3f, a tie: %b%n", speedUp.normalised(), speedUp.isTie());
        SpeedUp single = SpeedUp.of(new SamplePair(hdd, Sample.of(251.4)), 0.95);
        out.println(single.basis() + ", an interval: " + single.interval().isPresent());
        // end
    }
}
