package org.spindlebench.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Site;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SoftwareReader;

/** Reads campaigns that are new or changed, and writes the pages about all of them. */
public final class CampaignSite implements Site {
    private static final String NOTHING = "the site is as it was.";
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Duration pause;

    /** Makes the service that {@code site} uses. */
    public CampaignSite() {
        this(PAUSE);
    }

    /** @param pause the time between two looks for new runs */
    CampaignSite(Duration pause) {
        this.pause = pause;
    }

    @Override
    public ExitCode write(Console console, SiteRequest request) {
        try {
            Written written = write(request, console);
            while (request.follows() && written.pieces().stream().anyMatch(CampaignPiece::hasMoreToCome)) {
                Thread.sleep(pause.toMillis());
                written = write(request, console);
            }
            return written.problems().isEmpty() ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.RUN_FAILED;
        } catch (InvalidDocumentException | IllegalArgumentException e) {
            return refuse(console, e.getMessage());
        } catch (UncheckedIOException e) {
            return refuse(console, FileFailure.of(e.getCause()));
        } catch (IOException e) {
            return refuse(console, FileFailure.of(e));
        }
    }

    private static ExitCode refuse(Console console, String why) {
        console.add(Problem.ofOption("site", why));
        console.refuse(NOTHING);
        return ExitCode.WRONG_USAGE;
    }

    /**
     * What a site has.
     *
     * @param problems what it lacks, and why
     */
    private record Written(Collection<CampaignPiece> pieces, List<String> problems) {
        static Written of(SortedMap<String, CampaignPiece> pieces, SiteGeneration pages) {
            Stream<String> unread = pieces.values().stream().flatMap(piece -> piece.damaged().stream()
                    .map(problem -> "Not read: " + piece.campaign() + ": " + problem));
            Stream<String> apart = pages.problems().stream().map(problem -> "Not compared: " + problem);
            return new Written(pieces.values(), Stream.concat(unread, apart).toList());
        }
    }

    /** Writes what is new. */
    private static Written write(SiteRequest request, Console console) throws IOException {
        String version = SoftwareReader.version() + " 2 " + request.prices() + request.hidesNames();
        List<SiteSource> sources = sources(request.results(), version);
        if (request.hidesNames()) {
            requirePlans(sources);
        }
        SiteFolder folder = SiteFolder.open(request.out());
        try (FileChannel lock = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = tryLock(lock)) {
            if (held == null) {
                throw new IllegalArgumentException(
                        "another process is writing " + CommandText.shown(request.out()) + "; wait for its end");
            }
            folder.removeUnfinished();
            try {
                return write(request, sources, folder, console);
            } finally {
                folder.removeUnfinished();
            }
        }
    }

    private static Written write(SiteRequest request, List<SiteSource> sources, SiteFolder folder, Console console)
            throws IOException {
        PieceMaker maker = new PieceMaker(folder, request, console.err());
        SortedMap<String, CampaignPiece> pieces = maker.pieces(sources);
        SiteGeneration pages = new SiteGeneration(folder, pieces, maker, request);
        boolean isNew = pages.write(console.err());
        folder.removeOld(pages.generation());
        Written written = Written.of(pieces, pages);
        if (isNew || !request.follows()) {
            console.out()
                    .println((isNew ? "Written: " : "Nothing new: ") + CommandText.shown(folder.index()) + " of "
                            + HumanText.counted(pieces.size(), "campaign") + " with "
                            + HumanText.counted(pages.runs(), "run") + ".");
            written.problems().forEach(problem -> console.out().println(HumanText.visible(problem)));
        }
        return written;
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldHere) {
            return null;
        }
    }

    /** Refuses campaigns without a plan, because only the plan says which texts of a campaign's records are names. */
    private static void requirePlans(List<SiteSource> sources) {
        List<String> without = sources.stream()
                .filter(source -> !Files.exists(new CampaignDirectory(source.path()).plan()))
                .map(source -> source.path().toString())
                .toList();
        if (!without.isEmpty()) {
            throw new InvalidDocumentException(FewNames.of(without, 3)
                    + ": without plan.json, names cannot be made up; leave out --public, or give other directories");
        }
    }

    private static List<SiteSource> sources(List<Path> results, String version) throws IOException {
        List<SiteSource> sources = new ArrayList<>();
        for (Path place : results) {
            List<SiteSource> found = SiteSource.in(place, version);
            if (found.isEmpty()) {
                throw new InvalidDocumentException(place + ": no directory in it holds records of runs");
            }
            sources.addAll(found);
        }
        return sources;
    }
}
