package org.spindlebench.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.SafeName;

/**
 * The folder of a site. It has {@code index.html}, a folder of each campaign in {@code campaigns}, of each report about
 * several campaigns in {@code reports}, and of each generation of pages in {@code pages}. All folders are complete when
 * they get their names, and never change. {@code index.html} names the generation, and is replaced last. So a reader
 * sees the old site or the new one.
 */
final class SiteFolder {
    private static final String INDEX = "index.html";
    static final String CAMPAIGNS = "campaigns";
    private static final String PAGES = "pages";
    static final String REPORTS = "reports";
    private static final String CONTENTS = "contents.json";
    private static final String LOCK = ".site.lock";
    private static final String UNFINISHED = ".unfinished-";
    /** What the first lines of {@code index.html} say about the generation. */
    static final String GENERATION = "<meta name=\"generation\" content=\"";

    private static final Pattern NAMED = Pattern.compile(Pattern.quote(GENERATION) + "(\\w+)\"");

    private final Path root;

    /** What a generation is made of: folders of campaigns and of reports. */
    private record Contents(List<String> folders) {
        Contents {
            folders = folders == null ? List.of() : List.copyOf(folders);
        }
    }

    private SiteFolder(Path root) {
        this.root = root;
    }

    /**
     * Opens a folder, and creates it if necessary.
     *
     * @throws InvalidDocumentException if the folder holds files, and no site
     */
    static SiteFolder open(Path root) throws IOException {
        SiteFolder folder = new SiteFolder(root);
        if (Files.isDirectory(root) && folder.generation().isEmpty() && !Files.exists(folder.lock())) {
            try (Stream<Path> entries = Files.list(root)) {
                if (entries.findAny().isPresent()) {
                    throw new InvalidDocumentException(
                            root + " is not empty, and holds no site of Spindle: name another directory with --out");
                }
            }
        }
        AtomicFile.createDirectories(folder.campaigns());
        AtomicFile.createDirectories(folder.pages());
        AtomicFile.createDirectories(folder.reports());
        return folder;
    }

    Path index() {
        return root.resolve(INDEX);
    }

    Path lock() {
        return root.resolve(LOCK);
    }

    Path campaigns() {
        return root.resolve(CAMPAIGNS);
    }

    Path pages() {
        return root.resolve(PAGES);
    }

    Path reports() {
        return root.resolve(REPORTS);
    }

    /** Returns the generation that {@code index.html} names; empty if there is none. */
    Optional<String> generation() throws IOException {
        try {
            Matcher named = NAMED.matcher(Files.readString(index()));
            return named.find() ? Optional.of(named.group(1)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns the file next to the folder that holds the made-up name of each cluster. */
    Path names() {
        Path absolute = root.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName() + ".names.json");
    }

    /** Returns the folder of a campaign, whose name changes if the campaign's files do. */
    Path campaign(String name, String stamp) {
        return campaigns().resolve(SafeName.of(name, "campaign") + "-" + stamp);
    }

    /** Returns the complete folder of a source; empty if it is new or has changed. */
    Optional<Path> find(SiteSource source) throws IOException {
        return list(campaigns()).stream()
                .filter(made -> made.getFileName().toString().endsWith("-" + source.stamp()))
                .filter(made -> Files.isRegularFile(made.resolve(CampaignPiece.FILE)))
                .findFirst();
    }

    /** Returns a new folder for what becomes visible only when it is complete. */
    Path unfinished(String name) throws IOException {
        return Files.createDirectories(root.resolve(UNFINISHED + UUID.randomUUID() + "-" + name));
    }

    /** Writes which folders of campaigns and of reports a generation refers to. */
    static void write(Path generation, List<String> folders) throws IOException {
        JsonDocument.write(generation.resolve(CONTENTS), new Contents(folders));
    }

    /** Gives a complete folder its name. */
    void finish(Path unfinished, Path named) throws IOException {
        if (Files.exists(named)) {
            // An earlier process ended before the site named the folder.
            AtomicFile.deleteTree(named);
        }
        Files.move(unfinished, named, StandardCopyOption.ATOMIC_MOVE);
        AtomicFile.force(named.getParent());
    }

    /** Deletes what processes that were killed have left. */
    void removeUnfinished() throws IOException {
        for (Path left : list(root)) {
            if (left.getFileName().toString().startsWith(UNFINISHED)) {
                AtomicFile.deleteTree(left);
            }
        }
    }

    /** Deletes folders that are in neither this generation nor the previous one, which readers may still have open. */
    void removeOld(String generation) throws IOException {
        List<Path> generations = list(pages()).stream()
                .filter(one -> !one.getFileName().toString().equals(generation))
                .sorted(Comparator.comparing(SiteFolder::made).reversed())
                .toList();
        for (Path old : generations.stream().skip(1).toList()) {
            AtomicFile.deleteTree(old);
        }
        Set<String> used = new HashSet<>();
        for (Path kept : list(pages())) {
            used.addAll(
                    JsonDocument.read(kept.resolve(CONTENTS), Contents.class).folders());
        }
        for (Path parent : List.of(campaigns(), reports())) {
            for (Path one : list(parent)) {
                if (!used.contains(one.getFileName().toString())) {
                    AtomicFile.deleteTree(one);
                }
            }
        }
    }

    private static long made(Path folder) {
        return folder.toFile().lastModified();
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
