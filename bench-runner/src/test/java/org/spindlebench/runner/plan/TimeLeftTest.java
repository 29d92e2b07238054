package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.plan.Plan.Visit;

class TimeLeftTest {
    private static final List<String> JOBS = List.of("teragen", "terasort", "wordcount", "shuffle", "teraread");

    @Test
    void nothingIsKnownBeforeTheFirstRunAndNothingIsLeftAfterTheLast() {
        TimeLeft left = new TimeLeft(plan(1, 1));
        assertThat(left.left()).isEmpty();

        for (int run = 1; run <= 2 * JOBS.size(); run++) {
            left.ended("run-" + run, Duration.ofSeconds(3));
        }

        assertThat(left.left()).isEmpty();
        assertThat(TimeLeft.ofNothing().left()).isEmpty();
    }

    @Test
    void aJobOfAnotherSetupIsNearerThanOtherJobsOfTheSame() {
        Plan plan = plan(1, 1);
        Visit first = plan.visits().get(0);
        Visit second = plan.visits().get(1);
        TimeLeft left = new TimeLeft(plan);
        first.runs()
                .forEach(
                        run -> left.ended(run.id(), Duration.ofSeconds(run.job().equals("terasort") ? 100 : 10)));
        second.runs().stream()
                .filter(run -> !run.job().equals("terasort"))
                .forEach(run -> left.ended(run.id(), Duration.ofSeconds(5)));

        assertThat(left.left()).contains(Duration.ofSeconds(100));
    }

    @Test
    void aRunThatIsNotPlannedTeachesNothing() {
        TimeLeft left = new TimeLeft(plan(1, 1));
        left.ended("other", Duration.ofSeconds(3));

        assertThat(left.left()).isEmpty();
    }

    /** Durations differ by job and setup, as a slow and a fast device make them, and vary by 10 %. */
    @Test
    void afterAVisitToEachSetupTheRestIsKnownWithinAQuarter() {
        int near = 0;
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            Plan plan = plan(4, seed);
            TimeLeft left = new TimeLeft(plan);
            double rest = 0;
            for (Visit visit : plan.visits()) {
                for (RunSpec run : visit.runs()) {
                    double mean =
                            10 * (1 + JOBS.indexOf(run.job())) * (visit.setup().equals("slow") ? 3 : 1);
                    double seconds = mean * Math.exp(0.1 * random.nextGaussian());
                    if (visit.number() <= 2) {
                        left.ended(run.id(), Duration.ofNanos(Math.round(seconds * 1e9)));
                    } else {
                        rest += seconds;
                    }
                }
            }
            double estimated = left.left().orElseThrow().toMillis() / 1000.0;
            near += Math.abs(estimated / rest - 1) < 0.25 ? 1 : 0;
        }
        assertThat(near / 1000.0).isCloseTo(1, within(0.01));
    }

    /** Returns a plan that visits each of two setups as often as given. */
    private static Plan plan(int each, long seed) {
        List<Visit> visits = new ArrayList<>();
        int number = 0;
        for (int visit = 1; visit <= 2 * each; visit++) {
            List<String> jobs = new ArrayList<>(JOBS);
            Collections.shuffle(jobs, new Random(seed + visit));
            List<RunSpec> runs = new ArrayList<>();
            for (String job : jobs) {
                number++;
                runs.add(new RunSpec(
                        "run-" + number,
                        number,
                        visit,
                        1,
                        job,
                        Size.inTotal(1000),
                        Map.of("compression", "none"),
                        Map.of()));
            }
            visits.add(new Visit(visit % 2 == 0 ? "fast" : "slow", visit, runs));
        }
        return new Plan(
                Plan.SCHEMA,
                "c",
                "s",
                "e",
                List.of("slow", "fast"),
                Experiment.VisitShape.DEFAULT,
                List.of(),
                1,
                visits,
                null);
    }
}
