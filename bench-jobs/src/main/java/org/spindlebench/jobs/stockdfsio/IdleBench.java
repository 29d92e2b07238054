package org.spindlebench.jobs.stockdfsio;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.TestDFSIO;

/**
 * The one TestDFSIO of this JVM, as long as nobody uses it. Each instance makes a pool of threads that never end and keep a
 * JVM alive, and none can be told to stop: they are not to become more with every run.
 */
final class IdleBench {
    private static final AtomicReference<TestDFSIO> IDLE = new AtomicReference<>();

    private IdleBench() {}

    /** Runs it; one that failed, or is still busy for a job that was given up, is not used again. */
    static int run(Configuration conf, String... args) throws IOException {
        TestDFSIO known = IDLE.getAndSet(null);
        TestDFSIO bench = known == null ? new TestDFSIO() : known;
        bench.setConf(conf);
        int code = bench.run(args);
        IDLE.set(bench);
        return code;
    }
}
