package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/** Adds a kind of claim with one class and one line, and sees it wherever claims are shown. */
class AddedClaimTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    @TempDir
    Path directory;

    /** Claims that the baseline gains over the contender: a comparison with the sides changed. */
    private static final class Reversed implements ClaimSource {
        @Override
        public List<PlainFinding> of(Compared compared) {
            return compared.comparisons().stream().map(Reversed::of).toList();
        }

        private static PlainFinding of(Comparison one) {
            VisitedPair pair =
                    new VisitedPair(one.contender().sample(), one.baseline().sample());
            SpeedUp ratio = pair.speedUp(0.95);
            return new PlainFinding(Claim.ofRatio(
                    new ClaimSubject(
                            "reversed",
                            one.job(),
                            one.contenderSetup(),
                            one.baselineSetup(),
                            one.settings(),
                            "duration the other way"),
                    RatioEstimate.of(ratio.ratio(), ratio.interval(), ratio.basis(), 0.95, 0.05),
                    pair.welch(0.95, null).orElseThrow().test(),
                    List.of()));
        }
    }

    private static Findings findings(Stream<ClaimSource> added) {
        return Findings.of(
                new Measured()
                        .runs("terasort", "hdd", SLOW)
                        .runs("terasort", "ssd", FAST)
                        .runs(),
                ComparisonOptions.standard(),
                Stream.concat(Findings.SOURCES.stream(), added).toList());
    }

    @Test
    void a_kind_of_claim_is_corrected_with_the_others_and_shown_in_every_report() throws Exception {
        Findings without = findings(Stream.empty());
        Findings with = findings(Stream.of(new Reversed()));

        Claim claim = with.claims()
                .all()
                .filter(one -> one.about().kind().equals("reversed"))
                .findFirst()
                .orElseThrow();
        assertThat(with.claims().count()).isEqualTo(without.claims().count() + 1);
        assertThat(claim.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(claim.corrected())
                .as("all claims of one family")
                .isCloseTo(with.claims().count() * claim.p() / Claims.DIFFERENCES, withinPercentage(1e-6));

        String sentence = "duration the other way: ssd / hdd is 0.609x [0.589, 0.631], slower";
        assertThat(Reports.text(with)).contains(sentence);
        Reports.write(directory, with);
        JsonNode claims = new ObjectMapper()
                .readTree(Files.readString(directory.resolve("report.json")))
                .get("claims");
        JsonNode json = StreamSupport.stream(claims.spliterator(), false)
                .filter(one -> one.get("kind").asText().equals("reversed"))
                .findFirst()
                .orElseThrow();
        assertThat(json.get("verdict").asText()).isEqualTo("slower");
        assertThat(json.get("p_screen").asDouble()).isEqualTo(claim.corrected());
        assertThat(directory.resolve("report-claims.csv")).content().contains("reversed,terasort");
        assertThat(directory.resolve("report.md")).content().contains("## Other claims", "| reversed | terasort |");
        assertThat(directory.resolve("report.html")).content().contains(sentence);
        assertThat(Reports.json(without)).doesNotContain("\"reversed\"");
    }

    @Test
    void a_ratio_of_anything_but_durations_has_words_of_its_own() {
        Claim plain = findings(Stream.of(new Reversed()))
                .claims()
                .of(PlainFinding.class)
                .get(0)
                .claim();

        Claim other = plain.ending(new VerdictPair(Verdict.SUPPORTED, Verdict.NOT_TESTED));

        assertThat(plain.corrected(new Holm.Adjusted(0.01, 1), new Holm.Adjusted(1, 1))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
        assertThat(other.corrected(0.01).verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(other.corrected(0.5).verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(other.ratio()).isEqualTo(plain.ratio());
    }
}
