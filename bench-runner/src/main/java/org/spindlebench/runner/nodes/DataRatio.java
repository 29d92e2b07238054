package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.MeasuredJob;

/**
 * Measures how well a run's data can be compressed, from the first bytes of some of its files. Uses the data that the
 * job generates in memory; if there is none, its input; otherwise its output. Compresses with DEFLATE at its fastest
 * level, regardless of the run's codec, so that the ratios of different runs can be compared. The ratio matters to
 * codecs and to drives that compress.
 */
public final class DataRatio {
    static final int SAMPLE_BYTES = 1 << 20;
    private static final int FILES = 8;

    private final Storage storage;

    public DataRatio(Storage storage) {
        this.storage = storage;
    }

    /** Returns the bytes before compression divided by the bytes after it; null if there is no data. */
    public Double of(MeasuredJob job, JobRequest request, List<StoredFile> output) throws IOException {
        Optional<byte[]> made = job.sample(request.configuration(), request.seed(), SAMPLE_BYTES);
        String input = request.inputPath();
        if (made.isPresent()) {
            return new Tally().add(made.get()).ratio();
        }
        List<StoredFile> all = input == null ? output : storage.dataFiles(input);
        List<StoredFile> files = all.stream().filter(file -> file.length() > 0).toList();
        Tally tally = new Tally();
        int looked = Math.min(FILES, files.size());
        for (int i = 0; i < looked; i++) {
            try (InputStream in =
                    storage.open(files.get(i * files.size() / looked).path())) {
                tally.add(in.readNBytes(SAMPLE_BYTES / looked));
            }
        }
        return tally.ratio();
    }

    private static final class Tally {
        private long before;
        private long after;

        Tally add(byte[] sample) {
            Deflater deflater = new Deflater(Deflater.BEST_SPEED);
            try {
                deflater.setInput(sample);
                deflater.finish();
                byte[] sink = new byte[1 << 16];
                while (!deflater.finished()) {
                    deflater.deflate(sink);
                }
                before += deflater.getBytesRead();
                after += deflater.getBytesWritten();
            } finally {
                deflater.end();
            }
            return this;
        }

        Double ratio() {
            return before == 0 ? null : (double) before / after;
        }
    }
}
