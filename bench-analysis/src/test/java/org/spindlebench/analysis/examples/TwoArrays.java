package org.spindlebench.analysis.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import org.spindlebench.analysis.Spindle;

final class TwoArrays implements Example {
    @Override
    public void run(Path directory, PrintStream out) {
        // example
        double[] before = {412.1, 405.7, 418.9, 409.3, 431.6};
        double[] after = {251.4, 247.9, 255.0, 249.6, 262.3};
        out.println(Spindle.compare(before, after).speedUp());
        // end
    }
}
