package org.spindlebench.analysis.importer;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a result of TestDFSIO says, in the order of its lines; MB are 2^20 bytes. */
enum TestDfsioFigure {
    DATE("Date & time"),
    FILES("Number of files"),
    MEBIBYTES("Total MBytes processed"),
    THROUGHPUT("Throughput mb/sec"),
    AVERAGE_RATE("Average IO rate mb/sec"),
    RATE_SD("IO rate std deviation"),
    EXEC_TIME("Test exec time sec");

    private final String label;

    TestDfsioFigure(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The figure of a label in lower case. */
    static Optional<TestDfsioFigure> labelled(String text) {
        return Arrays.stream(values())
                .filter(figure -> figure.label.toLowerCase(Locale.ROOT).equals(text))
                .findFirst();
    }
}
