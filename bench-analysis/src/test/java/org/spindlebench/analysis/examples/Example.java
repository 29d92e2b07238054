package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * An example of {@code docs/analysis.md}: what stands there is the part between the comments {@code // example} and {@code // end}, and
 * what it prints.
 */
interface Example {
    /** @param directory holds {@code runs.csv}, and the same as {@code runs.jsonl}; what is written goes there, too */
    void run(Path directory, PrintStream out) throws IOException;
}
