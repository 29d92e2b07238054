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
    private final Map<String, SiteSource> copies = new ConcurrentHashMap<>();

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
                .map(source -> made(source, names))
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
        try {
            return shown(read.get(folderName)).records(damaged -> {});
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

    /** Returns what the site reads of a source: its files, or copies with made-up names, which are made once. */
    private SiteSource shown(SiteSource source) {
        return request.hidesNames() ? copies.computeIfAbsent(source.stamp(), none -> copy(source)) : source;
    }

    private SiteSource copy(SiteSource source) {
        try {
            Path copy = folder.unfinished("names-" + source.stamp()).toRealPath();
            Handover.find()
                    .orElseThrow(() -> new IllegalArgumentException("this class path lacks the module bench-handover"))
                    .stage(source.path(), copy);
            return new SiteSource(copy, source.stamp());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param names the made-up names of clusters; null for their own */
    private Map.Entry<String, CampaignPiece> made(SiteSource source, ClusterNames names) {
        try {
            String cluster = names == null ? null : names.of(source.cluster());
            Path unfinished = folder.unfinished(source.stamp());
            CampaignPiece piece = CampaignPiece.write(shown(source), request.prices(), cluster, unfinished, err);
            Path named = folder.campaign(piece.campaign(), source.stamp());
            folder.finish(unfinished, named);
            read.put(named.getFileName().toString(), source);
            return Map.entry(named.getFileName().toString(), piece);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
