package org.spindlebench.runner.reports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cli.MadeRecords;
import org.spindlebench.runner.cli.Session;
import org.w3c.dom.Element;

class CompareCommandTest {
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void twoDirectoriesWithTheSameSetupAreToldApartByTheirNames() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after")).isZero();
        assertThat(session.out())
                .contains("terasort: after:default is slower than before:default: 0.609x [0.589, 0.631] as fast.");
    }

    @Test
    void aSpreadBetweenCampaignsThatChangesNothingIsSaidToHaveNoEffect() throws IOException {
        session.write("two.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("compare", "two.csv:hdd-11", "two.csv:ssd", "--between", "30"))
                .as(session.err())
                .isZero();
        assertThat(session.err()).contains("warning: how much campaigns differ has no effect here");
    }

    @Test
    void aSmallLimitIsPrintedAsItWasGiven() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "after", "before", "--fail-if-slower", "0.05"))
                .isZero();
        assertThat(session.err()).contains("ok: no job is slower by more than 0.05 %");
    }

    @Test
    void aPageOfTheTwoIsWrittenWhereItIsAskedFor() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--out", "changes"))
                .isZero();
        assertThat(session.out()).contains("terasort: after:default is slower than before:default: 0.609x");
        assertThat(session.err()).containsPattern("report\\.html and \\d+ files next to it");
        assertThat(directory.resolve("changes/report.html"))
                .content()
                .contains("How fast is after:default against before:default?");
    }

    @Test
    void aJobThatIsSlowerThanTheLimitEndsWith4AndOneWithinItWith0() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "5"))
                .isEqualTo(4);
        assertThat(session.err())
                .contains("beyond the limit: terasort takes 1.641 times as long, and more than 1.050 times");
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "58"))
                .isEqualTo(4);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "80"))
                .isZero();
        assertThat(session.err()).contains("ok: no job is slower by more than 80 %");
        assertThat(session.run("compare", "after", "before", "--fail-if-slower", "0"))
                .isZero();
    }

    @Test
    void buildServersGetATestForEachJob() throws Exception {
        write("before.csv", "sort,a,10,ok\nsort,a,11,ok\nsort,a,10.5,ok\ngrep <b>,a,10,ok\ngrep <b>,a,11,ok\n");
        write("after.csv", "sort,a,30,ok\nsort,a,31,ok\nsort,a,30.5,ok\ngrep <b>,a,,failed\n");
        assertThat(session.run("compare", "before.csv", "after.csv", "--fail-if-slower", "5", "--format", "junit"))
                .isEqualTo(4);
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(session.out().getBytes(UTF_8)))
                .getDocumentElement();
        assertThat(List.of(suite.getAttribute("tests"), suite.getAttribute("failures"), suite.getAttribute("errors")))
                .containsExactly("2", "1", "1");
        Element failed = (Element) suite.getElementsByTagName("testcase").item(0);
        assertThat(failed.getAttribute("name")).isEqualTo("sort");
        assertThat(((Element) failed.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .startsWith("beyond the limit: sort takes 2.905 times as long");
        Element missing = (Element) suite.getElementsByTagName("testcase").item(1);
        assertThat(missing.getAttribute("name")).isEqualTo("grep <b>");
        assertThat(missing.getElementsByTagName("error").getLength()).isEqualTo(1);
    }

    @Test
    void aTestThatTheRunsCannotDecideIsSkippedUnlessTheUserSaysOtherwise() throws IOException {
        results("before", "default", 10, 14, 12);
        results("after", "default", 11, 15, 13);
        String[] command = {"compare", "before", "after", "--fail-if-slower", "5", "--format", "junit"};
        assertThat(session.run(command)).isEqualTo(5);
        assertThat(session.out()).contains("skipped=\"1\"", "<skipped message=\"undecided: ");
        assertThat(session.run(with(command, "--undecided", "fail"))).isEqualTo(4);
        assertThat(session.out()).contains("failures=\"1\"");
        assertThat(session.run(with(command, "--undecided", "pass"))).isZero();
        assertThat(session.out()).contains("failures=\"0\"", "skipped=\"0\"", "<system-out>undecided: ");
    }

    @Test
    void aCommentInMarkdownEndsWithTheGatesConclusion() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "5", "--format", "markdown"))
                .isEqualTo(4);
        assertThat(session.out())
                .contains("| terasort")
                .endsWith("**slower: 1 of 1 jobs beyond the limit of 5 %**\n\n- beyond the limit: terasort takes 1.641"
                        + " times as long, and more than 1.050 times\n");
    }

    @Test
    void formsOfOtherCommandsAndTestsWithoutALimitAreRefused() throws IOException {
        results("before", "default", FAST);
        results("after", "default", SLOW);
        assertThat(session.run("compare", "before", "after", "--format", "junit"))
                .isEqualTo(2);
        assertThat(session.err()).contains("add --fail-if-slower PERCENT");
        assertThat(session.run("compare", "before", "after", "--format", "tidy"))
                .isEqualTo(2);
        assertThat(session.err()).contains("only `report` prints this form");
        assertThat(session.run("report", "before", "--format", "junit")).isEqualTo(2);
        assertThat(session.err()).contains("only `compare` prints this form");
    }

    private static String[] with(String[] command, String... more) {
        return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void aSlowDownThatMayBeChanceEndsWith5UnlessItMayPass() throws IOException {
        results("before", "default", 100.2, 103.5, 98.7, 101.1, 104.9);
        results("after", "default", 103, 100, 104, 99, 107);
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "0"))
                .isEqualTo(5);
        assertThat(session.err())
                .contains("undecided: terasort takes", "runs a side would give an even chance of a verdict");
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "0", "--undecided", "pass"))
                .isZero();
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "0", "--undecided", "fail"))
                .isEqualTo(4);
        assertThat(session.run("compare", "before", "after", "--undecided", "pass"))
                .isEqualTo(2);
        results("single", "default", 1000);
        assertThat(session.run("compare", "before", "single", "--fail-if-slower", "0"))
                .as("a single run proves nothing")
                .isEqualTo(5);
    }

    @Test
    void twoCampaignsThatChangedNoSetupAreOneVisitEachAndProveNothing() throws IOException {
        campaign("before", 100, 101, 102, 100.5, 101.5);
        campaign("after", 200, 201, 202, 200.5, 201.5);
        assertThat(session.run("compare", "before", "after")).isZero();
        assertThat(session.out())
                .contains(
                        "it is undecided whether after:hdd is faster than before:hdd: one visit only",
                        "two more visits of each would show it")
                .contains("101.0 s  0.8 %    201.0 s  0.4 %  0.502x", "5/1, 5/1  undecided: one visit only");
        assertThat(session.run("compare", "before", "after", "--json")).isZero();
        assertThat(session.out()).doesNotContain("\"p\"", "\"p_exact\"", "\"low\"");
        assertThat(session.run("compare", "before", "after", "--fail-if-slower", "5"))
                .isEqualTo(5);
        assertThat(session.err()).contains("give several a side (--baseline, --contender), --history or --between");
    }

    @Test
    void whatIsKnownOfHowMuchCampaignsDifferMakesAVerdictPossible() throws IOException {
        campaign("before", 100, 101, 102, 100.5, 101.5);
        campaign("after", 110, 111, 112, 110.5, 111.5);
        assertThat(session.run("compare", "before", "after", "--between", "2%", "--fail-if-slower", "2"))
                .isEqualTo(4);
        assertThat(session.out()).contains("2.0 % between campaigns, stated");
        assertThat(session.run("compare", "before", "after", "--between", "5", "--fail-if-slower", "2"))
                .isEqualTo(5);
        assertThat(session.err()).contains("campaigns or visits a side would give an even chance of a verdict");
        for (int number = 0; number < 4; number++) {
            campaign("earlier/" + number, 99 + number, 100 + number, 99.5 + number);
        }
        assertThat(session.run("compare", "before", "after", "--history", "earlier", "--fail-if-slower", "2"))
                .isEqualTo(4);
        assertThat(session.out()).contains("% between campaigns, of 4 earlier campaigns");
        campaign("few/1", 99, 100);
        assertThat(session.run("compare", "before", "after", "--history", "few"))
                .isEqualTo(2);
        assertThat(session.err()).contains("too few earlier campaigns", "1 of setup hdd", "at least 4");
        assertThat(session.run("compare", "before", "after", "--history", "few", "--between", "0"))
                .isEqualTo(2);
        assertThat(session.err()).contains("cannot be combined with --between", "not a percentage");
    }

    @Test
    void ofSeveralCampaignsASideEachCountsOnce() throws IOException {
        campaign("a1", 100, 101, 102);
        campaign("a2", 104, 105, 106);
        campaign("a3", 98, 99, 97);
        campaign("b1", 120, 121, 122);
        campaign("b2", 126, 127, 125);
        campaign("b3", 123, 124, 122);
        assertThat(session.run("compare", "--baseline", "a1,a2,a3", "--contender", "b1,b2,b3", "--fail-if-slower", "5"))
                .isEqualTo(4);
        assertThat(session.out()).contains("contender:hdd is slower than baseline:hdd: 0.822x", " 9/3, 9/3 ");
        assertThat(session.run("compare", "--baseline", "a1,a2", "--contender", "a2,a3"))
                .isEqualTo(2);
        assertThat(session.err()).contains("base and contender are the same runs");
        assertThat(session.run("compare", "a1", "--contender", "b1")).isEqualTo(2);
        assertThat(session.err()).contains("sides are given twice");
        results("c1", "hdd", 100, 101);
        results("c2", "hdd", 103, 104);
        results("d1", "hdd", 110, 111);
        results("d2", "hdd", 113, 114);
        assertThat(session.run("compare", "--baseline", "c1,c2", "--contender", "d1,d2"))
                .as("imported runs are of the visit that their campaign is, too")
                .isZero();
        assertThat(session.out()).contains(" 4/2, 4/2 ");
    }

    @Test
    void campaignsStayTheUnitAlthoughTheirRecordsNameVisits() throws IOException {
        visits("mon", "hdd", 100, 101, 102);
        visits("tue", "hdd", 104, 105, 106);
        visits("wed", "hdd", 110, 111, 112);
        visits("thu", "hdd", 114, 115, 116);
        assertThat(session.run("compare", "--baseline", "mon,tue", "--contender", "wed,thu"))
                .isZero();
        assertThat(session.out()).contains(" 6/2, 6/2 ");
        assertThat(session.run("compare", "mon", "wed", "--between", "2%")).isZero();
        assertThat(session.out()).contains("2.0 % between campaigns, stated", " 3/1, 3/1 ");
        assertThat(session.run("compare", "mon", "wed")).isZero();
        assertThat(session.out()).contains(" 3/3, 3/3 ");
        visits("earlier/one", "hdd", 99, 100, 101, 102, 103);
        assertThat(session.run("compare", "mon", "wed", "--history", "earlier")).isEqualTo(2);
        assertThat(session.err()).contains("too few earlier campaigns", "1 of setup hdd");
    }

    private void visits(String name, String setup, double... seconds) throws IOException {
        new MadeRecords(directory.resolve(name), name.replace('/', '-'), seconds.length)
                .inVisits()
                .runs(setup, "/data/hdd", 1, seconds);
    }

    private void campaign(String name, double... seconds) throws IOException {
        new MadeRecords(directory.resolve(name), name.replace('/', '-'), seconds.length)
                .runs("hdd", "/data/hdd", 1, seconds);
    }

    @Test
    void aJobWithoutAValidRunDoesNotPass() throws IOException {
        write("before.csv", "terasort,a,10,ok\nterasort,a,11,ok\nwordcount,a,10,ok\nwordcount,a,11,ok\n");
        write("after.csv", "terasort,a,10,ok\nterasort,a,11,ok\nwordcount,a,,failed\n");
        assertThat(session.run("compare", "before.csv", "after.csv", "--fail-if-slower", "5"))
                .isEqualTo(1);
        assertThat(session.err()).contains("not compared: wordcount");
        assertThat(session.run("compare", "before.csv", "after.csv")).isZero();
    }

    @Test
    void runsWithAStoppedDataNodeAreOmittedAndSaidSo() throws IOException {
        for (String name : List.of("before", "after")) {
            MadeRecords made = new MadeRecords(directory.resolve(name), name, 6).runs("hdd", "/data/hdd", 1, 10, 11);
            made.damaged("hdd", 20, 21);
        }
        assertThat(session.run("compare", "before", "after", "--between", "1%", "--fail-if-slower", "50"))
                .as(session.err())
                .isZero();
        assertThat(session.err()).doesNotContain("not compared");
        assertThat(session.run("report", "before", "--ignore", "damage", "--out", "out"))
                .isZero();
        assertThat(directory.resolve("out/report.md"))
                .content()
                .contains("2 valid runs in 1 cell, 2 runs left out of the statistics")
                .contains("stopped a DataNode during this run, so Spindle omits it");
    }

    @Test
    void setupsOfOneDirectoryAreNamedAfterAColon() throws IOException {
        write("runs.csv", "terasort,hdd,10,ok\nterasort,hdd,11,ok\nterasort,ssd,5,ok\nterasort,ssd,6,ok\n");
        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:ssd")).isZero();
        assertThat(session.out()).contains("terasort: ssd is faster than hdd: 1.909x");
        assertThat(session.run("compare", "runs.csv", "runs.csv:nvme")).isEqualTo(2);
        assertThat(session.err())
                .contains("runs.csv: holds several setups", "no run used setup `nvme`", "allowed  hdd, ssd");
        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:hdd")).isEqualTo(2);
        assertThat(session.err()).contains("base and contender are the same runs");
    }

    @Test
    void twoSetupsOfOneFileAreOfOneCampaign() throws IOException {
        Files.writeString(
                directory.resolve("runs.csv"),
                "job,setup,duration_s,block\nterasort,hdd,10,1\nterasort,ssd,5,1\nterasort,hdd,11,2\nterasort,ssd,6,2\n");

        assertThat(session.run("compare", "runs.csv:hdd", "runs.csv:ssd")).isZero();

        assertThat(session.out())
                .contains("4 valid runs in 2 cells; campaign ", "runs.csv/runs\n")
                .doesNotContain("2 campaigns", "not-interleaved");
    }

    @Test
    void linesThatCannotBeReadEndWith1UnlessTheyMay() throws IOException {
        write("before.csv", "terasort,a,10,ok\nterasort,a,11,ok\nterasort,a,fast,ok\n");
        write("after.csv", "terasort,a,10,ok\nterasort,a,11,ok\n");
        assertThat(session.run("compare", "before.csv", "after.csv")).isEqualTo(1);
        assertThat(session.err().lines())
                .filteredOn(line -> line.contains("line 4"))
                .hasSize(1);
        assertThat(session.err()).contains("1 line was left out as unreadable");
        assertThat(session.run("compare", "before.csv", "after.csv", "--skip-unreadable"))
                .isZero();
        assertThat(session.run("compare", "before.csv", "after.csv", "--where", "jobb=x"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--where jobb: no run has this field");
    }

    @Test
    void runsThatMayNotBeComparedAreNamedWithTheReason() throws IOException {
        Files.writeString(
                directory.resolve("a.csv"),
                "job,setup,duration_s,compression\nterasort,x,10,none\nterasort,x,11,none\n");
        Files.writeString(
                directory.resolve("b.csv"),
                "job,setup,duration_s,compression\nterasort,x,10,snappy\nterasort,x,11,snappy\n");
        assertThat(session.run("compare", "a.csv", "b.csv")).isEqualTo(2);
        assertThat(session.err())
                .contains("compression (none; snappy)", "--across compression", "nothing was compared.");
        assertThat(session.run("compare", "a.csv", "b.csv", "--across", "compression"))
                .isZero();
    }

    @Test
    void everyMistakeIsInOneReport() {
        assertThat(session.run("compare", "none", "--fail-if-slower", "much", "--confidence", "2"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("needs two results", "--fail-if-slower", "--confidence", "4 problems; nothing was compared.");
    }

    private void results(String name, String setup, double... seconds) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (double value : seconds) {
            rows.append(String.format(Locale.ROOT, "terasort,%s,%s,ok%n", setup, value));
        }
        write("runs.csv", rows.toString());
        assertThat(session.run("import", "csv", "runs.csv", "--out", name)).isZero();
    }

    private void write(String name, String rows) throws IOException {
        Files.writeString(directory.resolve(name), "job,setup,duration_s,status\n" + rows);
    }
}
