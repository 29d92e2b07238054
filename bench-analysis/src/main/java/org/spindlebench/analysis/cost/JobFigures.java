package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.stats.Sample;

/** The costs of one job on one setup: each a constant times its duration, its square or its reciprocal. */
final class JobFigures {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double SECONDS_PER_DAY = 86_400;
    private static final double JOULES_PER_KWH = 3.6e6;

    private final PriceList list;
    private final CostOptions options;
    private final SetupCost cost;
    private final JobDurations job;
    private final List<Draft> drafts = new ArrayList<>();

    private JobFigures(PriceList list, CostOptions options, SetupCost cost, JobDurations job) {
        this.list = list;
        this.options = options;
        this.cost = cost;
        this.job = job;
    }

    static List<Draft> of(PriceList list, CostOptions options, SetupCost cost, JobDurations job) {
        JobFigures figures = new JobFigures(list, options, cost, job);
        figures.byTheHour();
        figures.overTheYears();
        figures.energy();
        figures.wear();
        return figures.drafts;
    }

    private void byTheHour() {
        add(CostMeasure.TIME, 1.0, 1);
        Double rate = cost.prices().hourly();
        if (rate != null) {
            add(CostMeasure.HOURLY_COST, rate / SECONDS_PER_HOUR, 1);
            add(CostMeasure.COST_TIMES_TIME, rate / SECONDS_PER_HOUR, 2);
        }
    }

    private void overTheYears() {
        Double total = cost.prices().total();
        Double utilisation = list.terms().utilisation();
        if (utilisation != null) {
            double busy = utilisation * list.terms().seconds();
            add(CostMeasure.JOBS_PER_DAY, utilisation * SECONDS_PER_DAY, -1);
            add(CostMeasure.JOBS_IN_LIFE, busy, -1);
            add(CostMeasure.COST_PER_JOB, total == null ? null : total / busy, 1);
        }
        boolean known = total != null && total > 0 && job.work().bytes() != null;
        add(CostMeasure.THROUGHPUT_PER_PRICE, known ? job.work().bytes() / total : null, -1);
    }

    private void energy() {
        if (cost.watts() == null) {
            return;
        }
        RunningCosts running = list.running();
        double kwhPerSecond = cost.watts() * running.powerUsageEffectiveness() / JOULES_PER_KWH;
        add(CostMeasure.ENERGY_PER_JOB, kwhPerSecond, 1);
        add(
                CostMeasure.ENERGY_COST_PER_JOB,
                running.pricePerKwh() == null ? null : kwhPerSecond * running.pricePerKwh(),
                1);
    }

    private void wear() {
        Double written = job.work().bytesWrittenToDevices();
        Double endurance = cost.devices().enduranceOfEach();
        Double utilisation = list.terms().utilisation();
        if (written == null || written == 0 || endurance == null || utilisation == null || cost.workers() == null) {
            return;
        }
        double perDevice = written
                * list.terms().storage().writeAmplification()
                / (cost.workers() * cost.devices().count());
        double jobsPerYearTimesSeconds = utilisation * Terms.HOURS_PER_YEAR * SECONDS_PER_HOUR;
        double wearPerYear = perDevice / endurance * jobsPerYearTimesSeconds;
        add(CostMeasure.DEVICE_WEAR, wearPerYear * list.terms().years(), -1);
        add(CostMeasure.DEVICE_LIFE, 1 / wearPerYear, 1);
    }

    private void add(CostMeasure measure, Double factor, int power) {
        if (factor == null) {
            return;
        }
        Sample seconds = options.runs().of(job.seconds());
        Timed timed = new Timed(List.of(seconds), factor, power);
        drafts.add(new Draft(
                new Draft.About(job.setup(), job.job(), job.settings()),
                measure,
                timed.value(),
                timed.interval(options.confidence()),
                options.runs().ofJob(),
                timed));
    }
}
