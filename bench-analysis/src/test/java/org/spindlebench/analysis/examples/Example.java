package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * An example of {@code docs/analysis.md}. The document shows the part between the comments {@code // example} and
 * {@code // end}, and the output.
 */
interface Example {
    /**
     * @param directory holds {@code runs.csv} and the same runs as {@code runs.jsonl}; the example writes its files
     *     there, too
     */
    void run(Path directory, PrintStream out) throws IOException;
}
