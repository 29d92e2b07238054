package org.spindlebench.it.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.it.cluster.ClientCommand;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignSettings;

/**
 * One campaign of clients on a cluster. The test names both its results on this machine and its directory in HDFS.
 *
 * @param cluster the cluster that it runs on
 * @param name the name of both directories
 */
record RealCampaign(ProcessCluster cluster, String name) {

    /** Returns a client with results and data in the campaign's directories. */
    ClientCommand client(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", out().toString(), "--base-dir", name));
        return cluster.client().arguments(all.toArray(new String[0]));
    }

    /** Returns the directory of results, which is new for every cluster. */
    Path out() {
        return cluster.directory().resolve("results-" + name);
    }

    /** Returns the base directory in HDFS. */
    String base() {
        return "/user/" + ProcessCluster.USER + "/" + name;
    }

    /** Returns whether a client has made the campaign's directory. */
    boolean begun() throws IOException {
        if (!Files.isDirectory(out())) {
            return false;
        }
        try (Stream<Path> found = Files.list(out())) {
            return found.findAny().isPresent();
        }
    }

    /** Returns the directory of the only campaign. */
    Path directory() throws IOException {
        try (Stream<Path> found = Files.list(out())) {
            List<Path> campaigns = found.toList();
            if (campaigns.size() != 1) {
                throw new IllegalStateException("one campaign was expected: " + campaigns);
            }
            return campaigns.get(0);
        }
    }

    String id() throws IOException {
        return directory().getFileName().toString();
    }

    /** Returns the tag of all its applications. */
    String tag() throws IOException {
        return CampaignSettings.campaignTag(PlanFile.read(directory().resolve(PlanFile.NAME)));
    }

    /** Returns all records, read as any other program reads them. */
    List<RunRecord> records() throws IOException {
        try (Stream<RunRecord> records = Records.read(directory())) {
            return records.toList();
        }
    }

    /** Returns the files of records that exist now; none before there is a campaign. */
    List<Path> recordFiles() {
        if (!Files.isDirectory(out())) {
            return List.of();
        }
        // A client may be writing records at this moment, so only names are read.
        List<Path> found = new ArrayList<>();
        for (Path campaign : children(out())) {
            if (Files.isDirectory(campaign.resolve("runs"))) {
                children(campaign.resolve("runs")).stream()
                        .filter(file -> file.getFileName().toString().matches("[^.].*\\.json"))
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static List<Path> children(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
