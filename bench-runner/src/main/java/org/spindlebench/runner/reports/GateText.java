package org.spindlebench.runner.reports;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Gate;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.runner.console.ExitCode;

/**
 * The result of {@code --fail-if-slower} for people and for build servers.
 *
 * @param tests the results of each job, in JUnit's terms
 * @param sentences the results in sentences; the last one concludes
 */
record GateText(List<GateCase> tests, List<String> sentences, ExitCode code) {
    /** What JUnit's report can say about a test, with the element that says so. */
    enum GateOutcome {
        PASSED(""),
        FAILED("failure"),
        SKIPPED("skipped"),
        /** The job has no comparison. */
        MISSING("error");

        private final String element;

        GateOutcome(String element) {
            this.element = element;
        }
    }

    /** A job with the outcome of its test, and the sentence that says why. */
    record GateCase(String job, GateOutcome outcome, String sentence) {}

    /**
     * Judges the jobs.
     *
     * @param share the slow-down that is accepted, such as 0.05
     * @param open the exit code if the runs cannot decide
     */
    static GateText of(Findings findings, double share, ExitCode open) {
        Gate gate = Gate.of(findings, share);
        Set<String> missing = uncompared(findings);
        List<GateCase> tests = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        gate.enough().ifPresent(enough -> sentences.add(tooFew(gate, enough)));
        for (Gate.Job job : gate.jobs()) {
            String sentence = sentence(job, share);
            sentences.add(sentence);
            tests.add(
                    new GateCase(name(job.comparison().baseline().subject()), outcome(job.verdict(), open), sentence));
        }
        missing.forEach(job -> tests.add(new GateCase(
                job,
                GateOutcome.MISSING,
                "not compared: the contender has no valid runs with the same settings as the baseline")));
        if (!missing.isEmpty()) {
            sentences.add("not compared: " + String.join(", ", missing)
                    + "; the contender has no valid runs with the same settings as the baseline");
        }
        ExitCode code = code(gate.verdict(), !missing.isEmpty(), open);
        sentences.add(conclusion(gate, code, percent(share)));
        return new GateText(tests, sentences, code);
    }

    private static String conclusion(Gate gate, ExitCode code, String percent) {
        if (gate.verdict() == Verdict.BEYOND) {
            long slower = gate.jobs().stream()
                    .filter(job -> job.verdict() == Verdict.BEYOND)
                    .count();
            return "slower: " + slower + " of " + gate.jobs().size() + " jobs beyond the limit of " + percent + " %";
        }
        if (code == ExitCode.RUN_FAILED) {
            return "incomplete: not every job of the baseline is compared";
        }
        return gate.verdict() == Verdict.WITHIN
                ? "ok: no job is slower by more than " + percent + " %"
                : "undecided: the runs cannot decide whether the contender is slower";
    }

    private static ExitCode code(Verdict verdict, boolean anyMissing, ExitCode open) {
        if (verdict == Verdict.BEYOND) {
            return ExitCode.SLOWER;
        }
        if (anyMissing) {
            return ExitCode.RUN_FAILED;
        }
        return verdict == Verdict.WITHIN ? ExitCode.ALL_VALID : open;
    }

    private static GateOutcome outcome(Verdict verdict, ExitCode open) {
        return switch (verdict) {
            case BEYOND -> GateOutcome.FAILED;
            case WITHIN -> GateOutcome.PASSED;
            default ->
                switch (open) {
                    case SLOWER -> GateOutcome.FAILED;
                    case ALL_VALID -> GateOutcome.PASSED;
                    default -> GateOutcome.SKIPPED;
                };
        };
    }

    /** Returns a report in JUnit's XML, with a test for each job. */
    String junit() {
        Map<GateOutcome, Long> counts =
                tests.stream().collect(Collectors.groupingBy(GateCase::outcome, Collectors.counting()));
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "Spindle.compare");
            xml.writeAttribute("tests", String.valueOf(tests.size()));
            for (GateOutcome outcome : GateOutcome.values()) {
                if (outcome != GateOutcome.PASSED) {
                    String counted = outcome.element + (outcome == GateOutcome.SKIPPED ? "" : "s");
                    xml.writeAttribute(counted, String.valueOf(counts.getOrDefault(outcome, 0L)));
                }
            }
            for (GateCase test : tests) {
                write(test, xml);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text takes any element", e);
        }
        return text.toString();
    }

    private static void write(GateCase test, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "Spindle.compare");
        xml.writeAttribute("name", HumanText.visible(test.job));
        String element = test.outcome == GateOutcome.PASSED ? "system-out" : test.outcome.element;
        xml.writeStartElement(element);
        if (test.outcome == GateOutcome.PASSED) {
            xml.writeCharacters(HumanText.visible(test.sentence));
        } else {
            xml.writeAttribute("message", HumanText.visible(test.sentence));
        }
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** Returns the sentences as a list in Markdown, the conclusion first. */
    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("**" + sentences.get(sentences.size() - 1) + "**");
        lines.add("");
        sentences.subList(0, sentences.size() - 1).forEach(sentence -> lines.add("- " + sentence));
        return "\n" + String.join("\n", lines).stripTrailing() + "\n";
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(100 * share)
                .setScale(share < 0.01 ? 3 : 1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String sentence(Gate.Job job, double share) {
        Comparison one = job.comparison();
        String takes = String.format(
                Locale.ROOT,
                "%s takes %.3f times as long",
                one.job(),
                one.speedUp().normalised());
        String limit = String.format(Locale.ROOT, "%.3f", 1 + share);
        return switch (job.verdict()) {
            case BEYOND -> "beyond the limit: " + takes + ", and more than " + limit + " times";
            case WITHIN -> "within the limit: " + takes + ", and less than " + limit + " times";
            default -> "undecided: " + takes + needed(job);
        };
    }

    private static String tooFew(Gate gate, int enough) {
        boolean visits = gate.jobs().stream().anyMatch(job -> job.comparison().unit() == Comparison.Unit.VISIT);
        return "2 " + (visits ? "campaigns or visits" : "runs") + " of a side cannot decide "
                + (gate.family() == 1 ? "this claim" : "a family of " + gate.family() + " claims")
                + " about this limit; at the variation seen, about " + enough + " of each side can";
    }

    private static String needed(Gate.Job job) {
        Comparison one = job.comparison();
        if (job.more().isPresent()) {
            String units = one.unit() == Comparison.Unit.VISIT ? " campaigns or visits" : " runs";
            return "; if this ratio stays, about " + job.more().getAsInt() + " more" + units
                    + " a side would give an even chance of a verdict";
        }
        return one.speedUp().basis() == SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME
                ? "; two single campaigns say nothing about how much campaigns differ: give several a side (--baseline,"
                        + " --contender), --history or --between"
                : "; more than " + Claim.MOST_MORE
                        + " more campaigns, visits or runs are needed on each side, or Spindle knows too few to"
                        + " estimate their number";
    }

    /** Returns measured cells of the baseline that no comparison covers. */
    private static Set<String> uncompared(Findings findings) {
        Set<Subject> compared =
                findings.comparisons().map(one -> one.baseline().subject()).collect(Collectors.toSet());
        return findings.cells().stream()
                .filter(CellSummary::isMeasured)
                .map(CellSummary::subject)
                .filter(subject -> subject.setup().equals(findings.baseline()) && !compared.contains(subject))
                .map(GateText::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Subject subject) {
        return subject.job() + (subject.settings().isEmpty() ? "" : " " + subject.settings());
    }
}
