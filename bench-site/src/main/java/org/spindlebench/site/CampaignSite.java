package org.spindlebench.site;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Site;
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
            SortedMap<String, CampaignPiece> pieces = write(request, console);
            while (request.follows() && pieces.values().stream().anyMatch(CampaignPiece::hasMoreToCome)) {
                Thread.sleep(pause.toMillis());
                pieces = write(request, console);
            }
            return pieces.values().stream().allMatch(piece -> piece.damaged().isEmpty())
                    ? ExitCode.ALL_VALID
                    : ExitCode.RUN_FAILED;
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

    /** Writes what is new, and returns all campaigns by their folders. */
    private static SortedMap<String, CampaignPiece> write(SiteRequest request, Console console) throws IOException {
        SiteFolder folder = SiteFolder.open(request.out());
        try (FileChannel lock = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = tryLock(lock)) {
            if (held == null) {
                throw new IllegalArgumentException(
                        "another process is writing " + CommandText.shown(request.out()) + "; wait for its end");
            }
            folder.removeUnfinished();
            String version = SoftwareReader.version() + " 1 " + request.prices() + request.hidesNames();
            List<SiteSource> sources = sources(request.results(), version);
            SortedMap<String, CampaignPiece> pieces = new PieceMaker(folder, request, console.err()).pieces(sources);
            SiteGeneration pages = new SiteGeneration(folder, pieces, request.prices());
            boolean isNew = pages.write(console.err());
            folder.removeOld(pages.generation(), pieces.keySet());
            if (isNew || !request.follows()) {
                tell(console.out(), folder, pages, pieces, isNew);
            }
            return pieces;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldHere) {
            return null;
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

    private static void tell(
            PrintStream out,
            SiteFolder folder,
            SiteGeneration pages,
            SortedMap<String, CampaignPiece> pieces,
            boolean isNew) {
        out.println((isNew ? "Written: " : "Nothing new: ") + CommandText.shown(folder.index()) + " of "
                + HumanText.counted(pieces.size(), "campaign") + " with " + HumanText.counted(pages.runs(), "run")
                + ".");
        pieces.values().stream()
                .flatMap(piece -> piece.damaged().stream().map(problem -> piece.campaign() + ": " + problem))
                .forEach(problem -> out.println("Not read: " + HumanText.visible(problem)));
    }
}
