package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;

/**
 * The figures of one setup against the baseline, over one job or several. Each is a monotone function of the speed-up, whose
 * bounds it takes over.
 */
final class Comparison {
    /** One side: what the setup costs, and the durations of its jobs. */
    record Side(SetupCost cost, List<Sample> seconds) {
        private boolean isOf(Side other) {
            return cost.setup().equals(other.cost.setup());
        }
    }

    private final Terms terms;
    private final Side baseline;
    private final Side contender;
    private final Draft.About about;
    private final Averaging averaging;
    private final DurationRatio speedUp;
    private final List<Draft> drafts = new ArrayList<>();

    private Comparison(PriceList list, CostOptions options, Side baseline, Side contender, Draft.About about) {
        this.terms = list.terms();
        this.baseline = baseline;
        this.contender = contender;
        this.about = about;
        this.averaging =
                about.job() == null ? options.runs().overJobs() : options.runs().ofJob();
        this.speedUp = DurationRatio.of(baseline.seconds, contender.seconds, options.confidence());
    }

    /** The figures; a break-even price below 0 is one of them, which who calls this must turn into a warning. */
    static List<Draft> figures(PriceList list, CostOptions options, Side baseline, Side contender, Draft.About about) {
        Comparison comparison = new Comparison(list, options, baseline, contender, about);
        comparison.perPerformance(CostMeasure.DEVICE_PRICE_PER_PERFORMANCE, SetupCost.Prices::device);
        comparison.perPerformance(CostMeasure.NODE_PRICE_PER_PERFORMANCE, SetupCost.Prices::node);
        comparison.perPerformance(CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE, SetupCost.Prices::cluster);
        if (!contender.isOf(baseline)) {
            comparison.breakEvenByPrice();
            comparison.breakEvenByJob();
            comparison.breakEvenUtilisation();
        }
        return comparison.drafts;
    }

    private void perPerformance(CostMeasure measure, Function<SetupCost.Prices, Double> price) {
        Double base = price.apply(baseline.cost.prices());
        Double own = price.apply(contender.cost.prices());
        if (base == null || own == null || base == 0) {
            return;
        }
        Interval interval = contender.isOf(baseline) ? null : speedUp.over(own / base);
        // Against any other contender the baseline's price and durations cancel.
        Timed timed = new Timed(contender.seconds, own, 1);
        drafts.add(new Draft(about, measure, own / base / speedUp.value(), interval, averaging, timed));
    }

    private void breakEvenByPrice() {
        SetupCost.Prices base = baseline.cost.prices();
        SetupCost.Prices own = contender.cost.prices();
        Double device = own.device();
        if (base.device() != null && device != null) {
            breakEven(CostMeasure.BREAK_EVEN_DEVICE_PRICE, ratio -> ratio * base.device());
        }
        if (base.node() != null && own.node() != null) {
            breakEven(
                    CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE, ratio -> ratio * base.node() - (own.node() - device));
        }
        if (base.cluster() != null && hasPartsOfCluster()) {
            breakEven(CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER, ratio -> deviceShare(ratio * base.cluster()));
        }
    }

    private void breakEvenByJob() {
        Double base = baseline.cost.prices().total();
        SetupCost.Prices own = contender.cost.prices();
        if (base == null || own.total() == null) {
            return;
        }
        double support = 1 + terms.years() * terms.supportPerYear();
        double forTime = own.total() - own.cluster() * support;
        DoubleUnaryOperator cluster = ratio -> (ratio * base - forTime) / support;
        breakEven(CostMeasure.BREAK_EVEN_CLUSTER_PRICE, cluster);
        if (hasPartsOfCluster()) {
            breakEven(CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_JOB, ratio -> deviceShare(cluster.applyAsDouble(ratio)));
        }
    }

    /** Whether the devices' part in the price of the cluster is known: not where the price is stated as a whole. */
    private boolean hasPartsOfCluster() {
        SetupCost cost = contender.cost;
        return cost.prices().node() != null && cost.prices().cluster() != null && cost.workers() != null;
    }

    /** What is left for the devices of one worker of a price of the cluster. */
    private double deviceShare(double cluster) {
        SetupCost.Prices own = contender.cost.prices();
        int workers = contender.cost.workers();
        return (cluster - (own.cluster() - workers * own.device())) / workers;
    }

    private void breakEven(CostMeasure measure, DoubleUnaryOperator price) {
        double value = price.applyAsDouble(speedUp.value());
        // Nobody is paid for taking a device: where the speed-up's lower bound asks for that, the price's is 0.
        Interval interval = value < 0 ? null : speedUp.increasing(ratio -> Math.max(0, price.applyAsDouble(ratio)));
        add(measure, value, interval);
    }

    private void breakEvenUtilisation() {
        Double base = baseline.cost.prices().total();
        Double own = contender.cost.prices().total();
        if (base == null || own == null || base == 0 || terms.utilisation() == null) {
            return;
        }
        double constant = terms.utilisation() * own / base;
        add(CostMeasure.BREAK_EVEN_UTILISATION, constant / speedUp.value(), speedUp.over(constant));
    }

    private void add(CostMeasure measure, double value, Interval interval) {
        drafts.add(new Draft(about, measure, value, interval, averaging, Timed.constant(value)));
    }
}
