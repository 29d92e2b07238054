package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.PublishedStudy;
import org.spindlebench.analysis.Spindle;
import org.spindlebench.analysis.Spindle.Report;

final class PublishedClaims implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Path runs = Files.writeString(directory.resolve("sandisk.csv"), """
                setup,job,duration_s
                all-hdd,testdfsio-read,1756
                all-hdd,testdfsio-read,1749
                all-hdd,testdfsio-read,1762
                all-ssd,testdfsio-read,485
                all-ssd,testdfsio-read,479
                all-ssd,testdfsio-read,490
                """);
        Report report = Spindle.report(PublishedStudy.named("sandisk").options(), runs);
        report.findings()
                .judgements()
                .forEach(one -> out.println(
                        one.verdict().word() + ": " + one.hypothesis().says()));
        // end
    }
}
