package org.spindlebench.site;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.console.Handover;
import org.spindlebench.runner.console.Site.SiteRequest;
import org.spindlebench.runner.run.Progress.Terminal;

/** Makes the folders of campaigns that are new or changed, and looks up the others. */
final class PieceMaker {
    private final SiteFolder folder;
    private final SiteRequest request;
    private final PrintStream err;
    private final Map<String, SiteSource> read = new ConcurrentHashMap<>();

    PieceMaker(SiteFolder folder, SiteRequest request, PrintStream err) {
        this.folder = folder;
        this.request = request;
        this.err = err;
    }

    /** The made-up name of each cluster, in a file next to the site that stays with its author. */
    record ClusterNames(Map<String, String> clusters) {
        static ClusterNames read(Path file) throws IOException {
            return Files.exists(file)
                    ? new ClusterNames(new TreeMap<>(
                            JsonDocument.read(file, ClusterNames.class).clusters()))
                    : new ClusterNames(new TreeMap<>());
        }

        synchronized String of(String cluster) {
            return clusters.computeIfAbsent(cluster, none -> "cluster-" + (clusters.size() + 1));
        }

        void write(Path file) throws IOException {
            if (!Files.exists(file)) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(file, JsonDocument.text(this));
        }
    }

    /** Returns the campaigns by their folders. */
    SortedMap<String, CampaignPiece> pieces(List<SiteSource> sources) throws IOException {
        SortedMap<String, CampaignPiece> pieces = new TreeMap<>();
        List<SiteSource> missing = new ArrayList<>();
        Set<String> stamps = new TreeSet<>();
        for (SiteSource source : sources) {
            if (!stamps.add(source.stamp())) {
                throw new InvalidDocumentException(
                        source.path() + " is given twice, or is a copy: its runs would count twice");
            }
            Optional<Path> made = folder.find(source);
            if (made.isPresent()) {
                String name = made.get().getFileName().toString();
                pieces.put(name, CampaignPiece.read(made.get()));
                read.put(name, source);
            } else {
                missing.add(source);
            }
        }
        if (!missing.isEmpty()) {
            Terminal.tell("Reading " + HumanText.counted(missing.size(), "campaign") + " ...", err);
            make(missing, pieces);
        }
        requireDistinct(pieces);
        return pieces;
    }

    private void make(List<SiteSource> missing, SortedMap<String, CampaignPiece> pieces) throws IOException {
        Path file = folder.names();
        ClusterNames names = request.hidesNames() ? ClusterNames.read(file) : null;
        missing.parallelStream()
                .map(source -> names == null ? made(source, source, null) : hidden(source, names))
                .toList()
                .forEach(made -> pieces.put(made.getKey(), made.getValue()));
        if (names != null) {
            names.write(file);
        }
    }

    /**
     * Reads the whole records of a campaign, as {@code report} does, with made-up names if the site has them.
     *
     * @param folderName the name of the campaign's folder
     * @return a stream that the caller closes
     */
    Stream<RunRecord> records(String folderName) {
        SiteSource source = read.get(folderName);
        try {
            if (!request.hidesNames()) {
                return source.records(damaged -> {});
            }
            Path staging = staged(source);
            return new SiteSource(staging, source.stamp())
                    .records(damaged -> {})
                    .onClose(() -> {
                        try {
                            SiteFolder.delete(staging);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireDistinct(SortedMap<String, CampaignPiece> pieces) {
        Map<String, CampaignPiece> campaigns = new TreeMap<>();
        for (CampaignPiece piece : pieces.values()) {
            CampaignPiece other = campaigns.put(piece.campaign(), piece);
            if (other != null) {
                throw new InvalidDocumentException("the campaign " + piece.campaign() + " is in " + other.where()
                        + " and in " + piece.where() + ": give it once");
            }
        }
    }

    /** Makes the folder of a campaign from its files with made-up names. */
    private Map.Entry<String, CampaignPiece> hidden(SiteSource source, ClusterNames names) {
        try {
            Path staging = staged(source);
            try {
                return made(source, new SiteSource(staging, source.stamp()), names.of(source.cluster()));
            } finally {
                SiteFolder.delete(staging);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a new directory with a campaign's files, with made-up names. */
    private static Path staged(SiteSource source) throws IOException {
        Path staging = Files.createTempDirectory("spindle-site-").toRealPath();
        Handover.find()
                .orElseThrow(() -> new IllegalArgumentException("this class path lacks the module bench-handover"))
                .stage(source.path(), staging);
        return staging;
    }

    /** @param cluster the cluster's made-up name; null for its own */
    private Map.Entry<String, CampaignPiece> made(SiteSource source, SiteSource shown, String cluster) {
        try {
            Path unfinished = folder.unfinished(source.stamp());
            CampaignPiece piece = CampaignPiece.write(shown, request.prices(), cluster, unfinished, err);
            Path named = folder.campaign(piece.campaign(), source.stamp());
            folder.finish(unfinished, named);
            read.put(named.getFileName().toString(), source);
            return Map.entry(named.getFileName().toString(), piece);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
