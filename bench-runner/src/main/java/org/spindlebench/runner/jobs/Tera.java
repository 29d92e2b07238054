package org.spindlebench.runner.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;

/** What the stock Tera jobs have in common. */
final class Tera {
    static final long ROW_BYTES = 100;

    /** TeraGen's counter of its rows' checksum; shading moves the group with the class. */
    static final String GENERATOR_COUNTERS = "org.apache.hadoop.examples.terasort.TeraGen$Counters";

    /** Its scheduler reads a key of MRv1. */
    static final Map<String, String> SETTINGS = Map.of("mapreduce.terasort.use.terascheduler", "false");

    private Tera() {}

    /** The bytes of as many whole rows as fit. */
    static long wholeRows(long bytes) {
        return bytes / ROW_BYTES * ROW_BYTES;
    }

    /** Both writers call hsync once before they close a file, unless they are told not to. */
    static Optional<String> sync(Map<String, String> configuration) {
        boolean synced = Boolean.parseBoolean(configuration.getOrDefault("mapreduce.terasort.final.sync", "true"));
        return Optional.of(synced ? "close" : "none");
    }

    /** TeraGen counts its checksum in decimal, TeraValidate prints it in hexadecimal. */
    static String checksum(DoneJob done) {
        Long counter = done.counter(GENERATOR_COUNTERS, "CHECKSUM");
        return counter == null ? null : Long.toHexString(counter);
    }

    /** TeraValidate's report: its checksum, and every other row, which is a complaint. */
    record Report(String checksum, List<String> errors) {

        static Report read(Storage storage, String directory) throws IOException {
            String checksum = null;
            List<String> errors = new ArrayList<>();
            for (StoredFile file : storage.dataFiles(directory)) {
                try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(storage.open(file.path()), StandardCharsets.UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        String[] fields = line.split("\t", 2);
                        if (fields[0].equals("checksum") && fields.length == 2) {
                            checksum = fields[1];
                        } else {
                            errors.add(line);
                        }
                    }
                }
            }
            return new Report(checksum, errors);
        }
    }
}
