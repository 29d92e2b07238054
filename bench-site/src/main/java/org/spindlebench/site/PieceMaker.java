package org.spindlebench.site;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

        /** @param taken the names that campaigns already have, even if this file was lost */
        String of(String cluster, Set<String> taken) {
            return clusters.computeIfAbsent(cluster, none -> {
                int number = 1;
                while (taken.contains("cluster-" + number)) {
                    number++;
                }
                return "cluster-" + number;
            });
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
        Map<String, String> clusters = request.hidesNames() ? hidden(missing, pieces) : Map.of();
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        missing.parallelStream()
                .map(source -> {
                    try {
                        return made(source, clusters.get(source.stamp()));
                    } catch (RuntimeException e) {
                        // Other campaigns are still being read, and nothing may delete their folders.
                        failures.add(e);
                        return null;
                    }
                })
                .filter(Objects::nonNull)
                .toList()
                .forEach(made -> pieces.put(made.getKey(), made.getValue()));
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    /** Makes up the names of the sources' clusters and saves them, before any campaign has one. */
    private Map<String, String> hidden(List<SiteSource> missing, SortedMap<String, CampaignPiece> pieces)
            throws IOException {
        ClusterNames names = ClusterNames.read(folder.names());
        Set<String> taken = new TreeSet<>(names.clusters().values());
        pieces.values().forEach(piece -> taken.addAll(piece.clusters()));
        Map<String, String> clusters = new TreeMap<>();
        for (SiteSource source : missing) {
            String name = names.of(source.cluster(), taken);
            taken.add(name);
            clusters.put(source.stamp(), name);
        }
        names.write(folder.names());
        return clusters;
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

    /** Returns the places of campaigns, which also hold their plans and experiments. */
    List<Path> places(List<String> folders) {
        return folders.stream().map(name -> shown(read.get(name)).path()).toList();
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
        if (!request.hidesNames()) {
            return source;
        }
        SiteSource copy = copies.get(source.stamp());
        if (copy == null) {
            try {
                Path place = folder.unfinished("names-" + source.stamp()).toRealPath();
                Handover.find()
                        .orElseThrow(() -> new IllegalStateException("this class path lacks the module bench-handover"))
                        .stage(source.path(), place);
                copy = new SiteSource(place, source.stamp());
            } catch (InvalidDocumentException | IllegalArgumentException e) {
                // No page may have this message as its answer, because it has names.
                throw new UncheckedIOException(new IOException(e.getMessage(), e));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            copies.put(source.stamp(), copy);
        }
        return copy;
    }

    /** @param cluster the made-up name of its cluster; null for its own */
    private Map.Entry<String, CampaignPiece> made(SiteSource source, String cluster) {
        try {
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
