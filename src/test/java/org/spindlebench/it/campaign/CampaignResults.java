package org.spindlebench.it.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/** The files that a campaign left on disk. */
record CampaignResults(Path root) {

    /** Returns the campaigns below a directory of results. */
    static List<CampaignResults> under(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(out)) {
            return directories.sorted().map(CampaignResults::new).toList();
        }
    }

    boolean planned() {
        return Files.exists(root.resolve("plan.json"));
    }

    String name() {
        return root.getFileName().toString();
    }

    List<RunRecord> records() throws IOException {
        try (Stream<RunRecord> records = Records.read(root)) {
            return records.toList();
        }
    }

    /** Returns the records of runs that will not be run again. */
    List<RunRecord> finished() throws IOException {
        return records().stream().filter(run -> !run.toBeRepeated()).toList();
    }

    /** Returns the documents of finished runs, byte for byte, by file name. */
    Map<String, String> documents() throws IOException {
        Map<String, String> documents = new TreeMap<>();
        try (Stream<Path> files = Files.list(root.resolve("runs"))) {
            for (Path file : files.filter(CampaignResults::isDocument).toList()) {
                documents.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return documents;
    }

    private static boolean isDocument(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".json") && !name.startsWith(".");
    }
}
