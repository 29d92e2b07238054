package org.spindlebench.runner.reports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.page.RunEvidence.EvidenceSource;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.StandardInput;
import org.spindlebench.runner.reports.ComparisonQuery.Where;
import org.spindlebench.runner.reports.SavedStudy.EndedEarly;

/**
 * One side of a comparison.
 *
 * @param text the side as the user wrote it
 * @param results the directory or file of its records
 * @param setup the side's setup; empty if the user named none
 * @param campaigns progress of all campaigns in the results, including runs of other setups; empty until the results
 *     are read
 * @param oneOfSeveral whether this is one of several campaigns on its side of the comparison; all of its runs without a
 *     visit then belong to one visit
 * @param unit whether each campaign of this side counts as one visit, regardless of its own visits
 */
record ComparedSide(
        String text,
        Path results,
        Optional<String> setup,
        String label,
        List<Campaign> campaigns,
        boolean oneOfSeveral,
        boolean unit) {
    /** The beginning of a side that is one of several setups of standard input. */
    private static final String OF_INPUT = StandardInput.PATH + ":";

    ComparedSide {
        campaigns = List.copyOf(campaigns);
    }

    /**
     * Reads {@code DIR} or {@code DIR:SETUP}. A text that is an existing path names no setup. The result is empty, with
     * a problem, if there is no such path.
     */
    static Optional<ComparedSide> parse(String text, boolean oneOfSeveral, CliContext context, Problems problems) {
        if (text.startsWith(OF_INPUT)) {
            return context.results(StandardInput.WORD, problems)
                    .map(input -> new ComparedSide(
                            text,
                            input,
                            Optional.of(text.substring(OF_INPUT.length())),
                            text,
                            List.of(),
                            oneOfSeveral,
                            false));
        }
        return context.results(text, problems).flatMap(whole -> {
            int colon = text.lastIndexOf(':');
            Optional<String> refusal = RecordLoader.refusal(whole);
            if (refusal.isEmpty()) {
                return Optional.of(
                        new ComparedSide(text, whole, Optional.empty(), text, List.of(), oneOfSeveral, false));
            }
            Path directory = colon > 0 ? context.path(text.substring(0, colon)) : whole;
            if (RecordLoader.refusal(directory).isEmpty()) {
                return Optional.of(new ComparedSide(
                        text, directory, Optional.of(text.substring(colon + 1)), text, List.of(), oneOfSeveral, false));
            }
            problems.add(Problem.ofOption(text, refusal.get()));
            return Optional.empty();
        });
    }

    /** Returns this side with the named or only setup; empty, with a problem, if there is no setup or more than one. */
    Optional<ComparedSide> withSetup(RecordLoader reader, Where where, Problems problems) {
        NavigableSet<String> setups = new TreeSet<>();
        List<Campaign> found;
        try (Stream<RunRecord> runs = reader.read(results)) {
            Stream<RunRecord> seen = runs.peek(run -> {
                if (where.test(run)) {
                    setups.add(run.subject().setup());
                }
            });
            found = Runs.of(seen, List.of(), run -> false).campaigns();
        } catch (InvalidDocumentException e) {
            e.getMessage().lines().forEach(line -> problems.add(Problem.ofOption("", line)));
            return Optional.empty();
        }
        if (setups.isEmpty()) {
            problems.add(Problem.ofOption("", where.whyNone(text, !found.isEmpty())));
            return Optional.empty();
        }
        if (setup.isPresent() ? !setups.contains(setup.get()) : setups.size() != 1) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            text,
                            setup.isPresent() ? "no run used setup `" + setup.get() + "`" : "holds several setups")
                    .withAllowed(String.join(", ", setups))
                    .withRemedy("name one, such as "
                            + setup.map(name -> text.substring(0, text.length() - name.length() - 1))
                                    .orElse(text) + ":" + setups.first()));
            return Optional.empty();
        }
        return Optional.of(new ComparedSide(
                text, results, Optional.of(setup.orElseGet(setups::first)), label, found, oneOfSeveral, false));
    }

    /**
     * Labels the two sides with different names: their setups, with the directories if the setups are equal. If the
     * directories are equal, too, the labels are the names that the user wrote.
     *
     * <p>Unless both sides have the same campaigns, they did not take turns. If one side then has several campaigns, or
     * the spread between campaigns is known, campaigns are the units of both sides.
     *
     * @param spreadKnown whether the spread between campaigns is known
     */
    static List<ComparedSide> labelled(List<ComparedSide> bases, List<ComparedSide> contenders, boolean spreadKnown) {
        boolean unit =
                !places(bases).equals(places(contenders)) && (spreadKnown || bases.size() > 1 || contenders.size() > 1);
        String left = bases.get(0).setup.orElseThrow();
        String right = contenders.get(0).setup.orElseThrow();
        if (left.equals(right)) {
            boolean single = bases.size() == 1 && contenders.size() == 1;
            left = single ? bases.get(0).named() : "baseline:" + left;
            right = single ? contenders.get(0).named() : "contender:" + right;
        }
        if (left.equals(right)) {
            left = bases.get(0).text;
            right = contenders.get(0).text;
        }
        List<ComparedSide> labelled = new ArrayList<>();
        for (ComparedSide side : bases) {
            labelled.add(side.labelled(left, unit));
        }
        for (ComparedSide side : contenders) {
            labelled.add(side.labelled(right, unit));
        }
        return labelled;
    }

    /** Returns the directories of these sides, each once. */
    static Set<Path> places(List<ComparedSide> sides) {
        return sides.stream().map(side -> real(side.results)).collect(Collectors.toSet());
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException unreadable) {
            return path.toAbsolutePath().normalize();
        }
    }

    private String named() {
        return results.getFileName() + ":" + setup.orElseThrow();
    }

    boolean isSameAs(ComparedSide other) {
        return results.equals(other.results) && setup.equals(other.setup);
    }

    private ComparedSide labelled(String name, boolean asUnit) {
        return new ComparedSide(text, results, setup, name, campaigns, oneOfSeveral, asUnit);
    }

    // Returns a label for a campaign. Campaigns of the same name in two places are distinct. In one place they are the
    // same campaign, whose blocks belong together.
    private String campaign(String name) {
        return CommandText.shown(results) + "/" + name;
    }

    /** Returns this side's runs, under its label. The caller must close the stream. */
    Stream<RunRecord> read(RecordLoader reader, Predicate<RunRecord> where) {
        return reader.read(results).flatMap(run -> found(run, where).stream());
    }

    /** Returns the source of this side's runs, with their names in the comparison. */
    EvidenceSource source(Predicate<RunRecord> where) {
        return new EvidenceSource(results, run -> found(run, where));
    }

    private Optional<RunRecord> found(RunRecord run, Predicate<RunRecord> where) {
        return Optional.of(run)
                .filter(where)
                .filter(one -> one.subject().setup().equals(setup.orElseThrow()))
                .map(one -> one.labelled(label, campaign(one.identity().campaign())))
                .map(one -> unit || (oneOfSeveral && !one.namesVisit()) ? one.inOneVisit() : one);
    }

    /** Returns the campaign's name in the comparison if a stopping rule ended the campaign early. */
    Optional<String> endedEarly() {
        return EndedEarly.campaign(results).map(this::campaign);
    }

    /**
     * Returns the same runs with the progress of whole campaigns. The progress includes runs that are not compared,
     * because plans also count them.
     */
    static Runs withWholeCampaigns(Runs runs, List<ComparedSide> sides) {
        Map<String, Campaign> whole = new HashMap<>();
        sides.forEach(side -> side.campaigns.forEach(one -> whole.put(
                side.campaign(one.name()), new Campaign(side.campaign(one.name()), one.finished(), one.planned()))));
        return runs.withCampaigns(whole);
    }
}
