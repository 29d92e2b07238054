package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.report.page.RunEvidence;

class StorageReachTest {
    private static final String FITS = "fits-in-memory";

    private static void run(Measured runs, String job, boolean fits) {
        for (double seconds : new double[] {10, 11, 12}) {
            var run = runs.next(job, "default", seconds);
            if (fits) {
                run.warning(FITS, "the data is smaller than memory");
            }
        }
    }

    private static void assertSays(Findings findings, String text) {
        String headline = Reports.headline(findings);
        assertThat(headline).endsWith(text);
        assertThat(Reports.text(findings)).contains(headline);
        assertThat(Reports.answerMarkdown(findings)).contains(text);
        assertThat(Reports.markdown(findings)).contains(text);
        assertThat(Reports.json(findings)).contains(text);
        assertThat(HtmlReportWriter.page(findings, RunEvidence.NONE).verdict()).endsWith(text);
    }

    @Test
    void smallDataWithWarmCachesMeasuresMemory() {
        Measured runs = new Measured().warm();
        run(runs, "terasort", true);
        run(runs, "shuffle", true);

        assertSays(
                runs.findings(),
                " This measures memory more than storage: the data of both measurements fits in the nodes' memory, and"
                        + " caches were warm.");
    }

    @Test
    void someOfTheDataInMemoryIsCounted() {
        Measured runs = new Measured();
        run(runs, "terasort", true);
        run(runs, "shuffle", false);

        assertSays(
                runs.findings(),
                " The data of 1 of 2 measurements fits in the nodes' memory, so it may never reach storage.");
    }

    @Test
    void warmCachesAloneAreSaid() {
        Measured runs = new Measured().warm();
        run(runs, "terasort", false);

        assertSays(runs.findings(), " Caches were warm, so what jobs read may come from memory.");
    }

    private static String reach(int fitting, int warm, boolean larger, int judged, int paced) {
        Findings one = new Measured().runs("terasort", "default", 10, 11, 12).findings();
        return new StorageReach(4, fitting, warm, larger, judged, paced).says(Answers.of(one));
    }

    @Test
    void whatSetThePaceIsSaidWithIt() {
        assertThat(reach(4, 0, false, 4, 3))
                .isEqualTo(
                        "Storage set the pace of 3 of 4 measurements, although the data of all 4 measurements fits in"
                                + " the nodes' memory.");
        assertThat(reach(4, 0, false, 4, 1)).endsWith("; storage set the pace of 1 of 4 measurements.");
        assertThat(reach(4, 4, false, 4, 0))
                .startsWith("This measures memory more than storage")
                .endsWith("; storage set the pace of none.");
        assertThat(reach(4, 0, false, 0, 0))
                .as("cold, and nothing says what set the pace")
                .isEqualTo("The data of all 4 measurements fits in the nodes' memory, so it may never reach storage.");
    }

    @Test
    void coldCachesAndDataLargerThanMemoryAreSaidOfASingleSetup() {
        assertThat(reach(0, 0, true, 4, 4))
                .isEqualTo(
                        "Caches were cold, and the data is larger than the nodes' memory; storage set the pace of all 4"
                                + " measurements.");
        assertThat(reach(0, 0, false, 4, 4)).as("the memory is unknown").isEmpty();
    }

    @Test
    void aHeadlineWithoutSuchDoubtsStaysAsItIs() {
        Measured runs = new Measured();
        run(runs, "terasort", false);

        assertThat(Reports.headline(runs.findings())).doesNotContain("memory", "aches");
    }
}
