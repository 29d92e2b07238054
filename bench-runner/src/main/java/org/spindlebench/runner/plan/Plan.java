package org.spindlebench.runner.plan;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.process.ThisHost;

/**
 * A campaign: a list of visits in the order of execution, each with a setup and a list of runs. Saved as
 * {@code plan.json} before the first run.
 *
 * @param suite the suite's name, or the workload's
 * @param experiment the experiment's name; null for a campaign of one setup, which has one visit
 * @param setups the setups' names, the baseline first
 * @param shape the number and order of an experiment's visits; null for a campaign of one setup
 * @param coverage the simulated effect of the stopping rule on intervals; empty without a rule
 * @param seed the seed of the order and the data
 * @param visits the runs of each visit
 * @param owner who began the campaign; null in the plans of earlier versions
 */
public record Plan(
        int schema,
        String campaign,
        String suite,
        String experiment,
        List<String> setups,
        Experiment.VisitShape shape,
        List<StopCoverage> coverage,
        long seed,
        List<Visit> visits,
        CampaignOwner owner) {
    /** The schema that this version writes. It also reads the two before. */
    public static final int SCHEMA = 5;

    /** The end of the name of the directory in HDFS that keeps other clients away from a campaign. */
    public static final String LEASE = "-lease";

    private static final String VISIT = "-visit-";
    private static final String WITHOUT = "-without-";

    /** The setting of runs without some of the hosts that the campaign began with: the number of these hosts. */
    public static final String WITHOUT_HOSTS = "without_hosts";

    public Plan {
        FileSafeName.require("the campaign", campaign);
        Objects.requireNonNull(suite, "suite");
        if (experiment != null) {
            Objects.requireNonNull(shape, "shape");
        }
        setups = List.copyOf(setups);
        setups.forEach(setup -> FileSafeName.require("the setup", setup));
        coverage = List.copyOf(coverage);
        visits = List.copyOf(visits);
        if (visits.isEmpty() || (experiment == null && visits.size() > 1)) {
            throw new IllegalArgumentException(visits.size() + " visits of the campaign " + campaign);
        }
    }

    public static Plan ofOneSetup(String campaign, String suite, String setup, long seed, List<RunSpec> runs) {
        return new Plan(
                SCHEMA,
                campaign,
                suite,
                null,
                List.of(setup),
                null,
                List.of(),
                seed,
                List.of(new Visit(setup, null, runs)),
                null);
    }

    /** Returns the same plan for a campaign that begins now, on this host. */
    public Plan begunHere() {
        return begunBy(CampaignOwner.here(Instant.now()));
    }

    /** Returns the same plan for a campaign of this owner. */
    public Plan begunBy(CampaignOwner who) {
        return new Plan(schema, campaign, suite, experiment, setups, shape, coverage, seed, visits, who);
    }

    /** Returns the name that distinguishes the campaign from all others, including campaigns of the same name. */
    public String unique() {
        return unique(campaign, owner);
    }

    /** @param owner who began the campaign; null for one of an earlier version */
    public static String unique(String campaign, CampaignOwner owner) {
        return owner == null ? campaign : campaign + "_" + owner.uuid().substring(0, 8);
    }

    /** Returns the campaign to which a directory in HDFS belongs: {@link #workspace} or {@link #leased}. */
    public static String campaignOf(String directory) {
        return directory.replaceFirst("((" + VISIT + "[0-9]+)?(" + WITHOUT + "[0-9]+)?|" + LEASE + ")$", "");
    }

    /** Checks whether the campaign visits several setups in turn. */
    boolean isExperiment() {
        return experiment != null;
    }

    /** Returns the setup that the others are compared with; empty for a campaign of one setup. */
    public Optional<String> baseline() {
        return isExperiment() ? Optional.of(setups.get(0)) : Optional.empty();
    }

    /** Returns the directory for the conditions of a setup, relative to the campaign's. */
    public String conditions(String setup) {
        return isExperiment() ? "setups/" + setup : "";
    }

    /** Returns the directory for the conditions of a visit, relative to the campaign's. */
    public String conditions(Visit visit) {
        String without = visit.withoutHosts() == 0 ? "" : WITHOUT.substring(1) + visit.withoutHosts();
        return conditions(visit.setup()) + (isExperiment() && !without.isEmpty() ? "/" : "") + without;
    }

    /**
     * Returns the plan of a campaign that goes on without some of its hosts. The setting {@link #WITHOUT_HOSTS} keeps its
     * runs apart from the earlier ones.
     *
     * @param hosts the number of hosts that are left out
     * @param block the first block without them; earlier runs without a record are not made any more
     * @param made tells whether a run has a record
     */
    public Plan without(int hosts, int block, Predicate<RunSpec> made) {
        List<Visit> left = visits.stream()
                .map(visit -> new Visit(
                        visit.setup(),
                        visit.number(),
                        visit.runs().stream()
                                .filter(run -> run.block() >= block || isKept(visit, run, made))
                                .map(run -> run.block() >= block ? run.with(WITHOUT_HOSTS, String.valueOf(hosts)) : run)
                                .toList()))
                .filter(visit -> !visit.runs().isEmpty())
                .toList();
        return with(left);
    }

    /** Copies this plan with other visits. */
    public Plan with(List<Visit> others) {
        return new Plan(schema, campaign, suite, experiment, setups, shape, coverage, seed, others, owner);
    }

    /** Checks whether an earlier run stays part of the plan. Jobs of a workload belong together. */
    private static boolean isKept(Visit visit, RunSpec run, Predicate<RunSpec> made) {
        return visit.together().isEmpty()
                ? made.test(run)
                : visit.runs().stream().allMatch(made);
    }

    /** Returns the runs with the hosts that the campaign has now: all, unless it goes on without some. */
    public List<RunSpec> latest() {
        int withoutHosts = withoutHosts();
        return runs().stream().filter(run -> run.withoutHosts() == withoutHosts).toList();
    }

    private int withoutHosts() {
        return visits.stream().mapToInt(Visit::withoutHosts).max().orElse(0);
    }

    /** Returns all runs in the order of execution, including warm-ups. */
    public List<RunSpec> runs() {
        return visits.stream().flatMap(visit -> visit.runs().stream()).toList();
    }

    /** Returns the number of runs in all visits, without warm-ups. */
    public int total() {
        return (int) runs().stream().filter(run -> !run.isWarmUp()).count();
    }

    /** Returns the first visit to a setup with the hosts that the campaign has now. */
    public Visit first(String setup) {
        int withoutHosts = withoutHosts();
        return visits.stream()
                .filter(visit -> visit.setup().equals(setup) && visit.withoutHosts() == withoutHosts)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no visit to " + setup));
    }

    public Visit first() {
        return visits.get(0);
    }

    /**
     * Returns the visit's directory in HDFS. Each visit has its own, because data of one setup must not be another's
     * input.
     */
    public String workspace(Visit visit) {
        return workspace(visit.number() == null ? 0 : visit.number(), visit.withoutHosts());
    }

    /** @param number the visit's number; 0 in a campaign of one setup */
    private String workspace(int number, int withoutHosts) {
        return campaign + (number == 0 ? "" : VISIT + number) + (withoutHosts == 0 ? "" : WITHOUT + withoutHosts);
    }

    /** Returns the directories in HDFS that visits may have had before a visit began. */
    public List<String> workspacesBefore(Visit own) {
        int last = visits.stream()
                .mapToInt(visit -> visit.number() == null ? 0 : visit.number())
                .max()
                .orElse(0);
        return IntStream.rangeClosed(isExperiment() ? 1 : 0, last)
                .boxed()
                .flatMap(number -> IntStream.rangeClosed(0, own.withoutHosts())
                        .mapToObj(withoutHosts -> workspace(number, withoutHosts)))
                .filter(name -> !name.equals(workspace(own)))
                .toList();
    }

    /** Returns the name of the directory in HDFS that keeps other clients away from the campaign. */
    public String leased() {
        return campaign + LEASE;
    }

    /**
     * Who began a campaign. Two campaigns may have the same name, for example on two gateways of one cluster.
     *
     * @param uuid distinguishes the campaign from all others
     * @param user the user of the client, as HDFS and YARN know it
     * @param host the host of the client
     * @param started the campaign's start, as ISO 8601 in UTC
     */
    public record CampaignOwner(String uuid, String user, String host, String started) {
        private static final int LONGEST = 255;

        public CampaignOwner {
            if (!uuid.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
                throw new IllegalArgumentException("`" + uuid + "` is not a UUID");
            }
            if (!isPrintable(user) || !isPrintable(host) || !isPrintable(started)) {
                throw new IllegalArgumentException("the owner " + uuid + " has no printable user, host and time");
            }
        }

        /** Markers in HDFS also name owners, and other users may write them. */
        private static boolean isPrintable(String text) {
            return text != null && text.length() <= LONGEST && !HumanText.hasControl(text);
        }

        static CampaignOwner here(Instant started) {
            String user = System.getenv().getOrDefault("HADOOP_USER_NAME", System.getProperty("user.name"));
            return new CampaignOwner(
                    UUID.randomUUID().toString(),
                    user,
                    ThisHost.name(),
                    started.truncatedTo(ChronoUnit.SECONDS).toString());
        }

        /** Returns a phrase that names the owner in messages. */
        public String describe() {
            return user + " on " + host + " at " + started;
        }
    }

    /**
     * The runs that are made under a setup before the setup changes.
     *
     * @param number the visit's number in the experiment, from 1; null in a campaign of one setup
     * @param runs the runs, in the order of execution
     */
    public record Visit(String setup, Integer number, List<RunSpec> runs) {
        public Visit {
            FileSafeName.require("the setup", setup);
            runs = List.copyOf(runs);
        }

        /** Returns the runs whose jobs overlap, in the order of their submission; empty without a workload. */
        public List<RunSpec> together() {
            return runs.stream().filter(RunSpec::isConcurrent).toList();
        }

        /** Returns the number of hosts that the latest runs leave out. */
        public int withoutHosts() {
            return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).withoutHosts();
        }
    }

    /**
     * The simulated coverage of a stopping rule's final intervals: {@link StoppingRule#coverage}.
     *
     * @param cv coefficient of variation of the visits' means
     * @param confidence the confidence that the intervals claim
     * @param covered the share of the intervals that contain the true ratio
     * @param standardError the standard error of that share
     * @param meanVisits the mean number of visits to each setup before the rule stops
     */
    public record StopCoverage(double cv, double confidence, double covered, double standardError, double meanVisits) {
        private static final double CONFIDENCE = 0.95;
        private static final int ROUNDS = 4000;
        private static final long SEED = 1;
        private static final double[] VARIATIONS = {0.03, 0.05, 0.1};

        /**
         * Simulates the rule for a few coefficients of variation. Returns an empty list if no rule can stop before the
         * last visit.
         */
        static List<StopCoverage> of(Experiment.VisitShape shape) {
            if (shape.stop() == null || shape.stop().isDecided()) {
                return List.of();
            }
            StoppingRule rule = shape.stop().rule(shape.visits());
            return DoubleStream.of(VARIATIONS).mapToObj(cv -> of(rule, cv)).toList();
        }

        private static StopCoverage of(StoppingRule rule, double cv) {
            StoppingRule.Coverage coverage = rule.coverage(cv, CONFIDENCE, ROUNDS, SEED);
            return new StopCoverage(cv, CONFIDENCE, coverage.share(), coverage.standardError(), coverage.meanRuns());
        }

        String describe() {
            return String.format(
                    Locale.ROOT,
                    "at a CV of %.0f %% it ends after %.1f visits on average; an interval of %.0f %% then covers the truth in"
                            + " %.1f %% of experiments (simulated, +- %.1f)",
                    100 * cv,
                    meanVisits,
                    100 * confidence,
                    100 * covered,
                    100 * standardError);
        }
    }
}
