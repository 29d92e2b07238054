package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;
import org.spindlebench.it.real.StepLog.Step;
import org.spindlebench.it.real.Strike.Victim;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;

/**
 * A campaign of tiny runs that strikes hit. At most one falls on an attempt at a run, so that it is known what it did.
 */
final class SoakCampaign implements AutoCloseable {
    private static final Duration STUCK = Duration.ofMinutes(5);
    private static final Duration REPAIR = Duration.ofMinutes(2);
    private static final long TICK_MILLIS = 5;

    /** A strike that misses its step as often is given up. */
    private static final int MOST_MISSES = 4;

    /** Spindle gives up a probe that ends again and again. */
    private static final int MOST_ON_PROBE = 4;

    private static final int LATEST_BEGIN_MILLIS = 9_000;
    private static final int LATEST_END_MILLIS = 1_000;
    private static final int LONGEST_AWAY_MILLIS = 4_000;
    private static final String COLD = "command=sleep 0.5";

    /** The latest moment of a strike in milliseconds, by step. At the other steps it falls at once. */
    private static final Map<String, Integer> LATEST =
            Map.of(Strike.PREPARE, 8_000, Strike.RUN, 8_000, Strike.READ_BACK, 8_000, Strike.COOL, 400);

    static final String SUITE = """
            name: soak
            bytes_per_node: 1MB
            repeats: 1
            runs:
              - jobs: [hdfs-write]
                bytes_per_node: [1MB, 2MB]
                repeats: 2
              - jobs: [dfsio-read]
                bytes_per_node: [1MB, 2MB]
              - jobs: [hdfs-write]
                bytes_per_node: 3MB
                repeats: 2
                configuration: {spindle.read.back: true}
            """;

    private final RealCampaign campaign;
    private final Random random;
    private final SoakTable table;
    private final KilledCampaign killed;
    private final StepLog log;
    private final SoakVictims victims;
    private final Map<String, RunSpec> runs;
    private final Set<String> tried = new HashSet<>();
    private final Map<Strike, Integer> misses;
    private final List<Fallen> fallen = new ArrayList<>();

    /** @param misses how often each strike has missed its step, in all campaigns */
    SoakCampaign(RealCampaign campaign, Path suite, Random random, SoakTable table, Map<Strike, Integer> misses)
            throws Exception {
        this.campaign = campaign;
        this.random = random;
        this.table = table;
        this.misses = misses;
        this.killed = new KilledCampaign(
                campaign,
                "--suite",
                suite.toString(),
                "--slots",
                "2",
                "--probe",
                "yarn",
                "--cold",
                COLD,
                "--seed",
                String.valueOf(random.nextInt(1000)));
        this.log = new StepLog(campaign.directory().resolve("hadoop.log"));
        this.runs = PlanFile.read(campaign.directory().resolve(PlanFile.NAME)).first().runs().stream()
                .collect(Collectors.toMap(RunSpec::id, spec -> spec));
        this.victims = new SoakVictims(campaign.cluster());
    }

    /**
     * A strike that fell.
     *
     * @param runs the runs that were being made from the kill to the repair
     * @param at when the kill was
     * @param back when what was killed worked again
     */
    record Fallen(Strike strike, Set<String> runs, Instant at, Instant back) {
        boolean isOn(String run) {
            return runs.contains(run);
        }
    }

    RealCampaign campaign() {
        return campaign;
    }

    KilledCampaign killed() {
        return killed;
    }

    Set<String> planned() {
        return runs.keySet();
    }

    List<Fallen> fallen() {
        return fallen;
    }

    /** Lets strikes fall until the campaign ends. Removes those that fell. */
    void strikeUntilTheEnd(List<Strike> due) throws Exception {
        strikeAtBegin(due);
        int from = 0;
        for (OptionalInt attempt = awaitAttempt(from); attempt.isPresent(); attempt = awaitAttempt(from)) {
            from = attempt.getAsInt() + 1;
            Optional<Strike> chosen =
                    choose(due, log.steps().get(attempt.getAsInt()).run());
            if (chosen.isPresent()) {
                if (await(attempt.getAsInt(), chosen.get().step())) {
                    hit(chosen.get(), due);
                    from = log.count();
                } else {
                    miss(chosen.get(), due, "the step did not come");
                }
            }
            killed.keepFinished();
        }
        strikeAtEnd(due);
    }

    /** Waits for a job of the campaign, and kills the client. No other follows. */
    void abandon() throws Exception {
        OptionalInt attempt = awaitAttempt(0);
        assertThat(await(attempt.orElseThrow(), Strike.RUN)).isTrue();
        assertThat(Await.within(REPAIR, () -> !victims.of(Victim.MASTER).isEmpty()))
                .isTrue();
        killed.kill();
    }

    private boolean isAlive() {
        return killed.client().process().isAlive();
    }

    /** Returns whether each planned run has its record. */
    private boolean isComplete() {
        return campaign.recordFiles().stream()
                .map(file -> file.getFileName().toString().replaceAll("\\.json$", ""))
                .collect(Collectors.toSet())
                .containsAll(runs.keySet());
    }

    /** Returns the place in the log of the next attempt at a run; empty if none follows. */
    private OptionalInt awaitAttempt(int from) throws Exception {
        long deadline = System.nanoTime() + STUCK.toNanos();
        while (true) {
            List<Step> steps = log.steps();
            for (int index = from; index < steps.size(); index++) {
                if (steps.get(index).name().equals(Strike.PREPARE)) {
                    return OptionalInt.of(index);
                }
            }
            if (!isAlive() || isComplete()) {
                return OptionalInt.empty();
            }
            assertThat(System.nanoTime()).as(killed.client()::tails).isLessThan(deadline);
            Thread.sleep(TICK_MILLIS);
        }
    }

    /** Waits until an attempt at a run reaches a step. Returns false if it ends without it. */
    private boolean await(int attempt, String step) throws Exception {
        long deadline = System.nanoTime() + STUCK.toNanos();
        while (true) {
            List<Step> steps = log.steps();
            boolean settled = false;
            for (int index = attempt; index < steps.size(); index++) {
                String name = steps.get(index).name();
                if (index > attempt && name.equals(Strike.PREPARE)) {
                    return false;
                }
                // Cooling is prepared before Spindle waits for the cluster to settle.
                if (name.equals(step) && (settled || !step.equals(Strike.COOL))) {
                    return true;
                }
                settled = settled || name.equals("settle");
            }
            if (!isAlive()) {
                return false;
            }
            assertThat(System.nanoTime()).as(killed.client()::tails).isLessThan(deadline);
            Thread.sleep(TICK_MILLIS);
        }
    }

    /** Chooses the first strike that can fall on an attempt at a run. Steps that few runs have come first. */
    private Optional<Strike> choose(List<Strike> due, String run) {
        RunSpec spec = runs.get(run);
        boolean prepares = tried.add(run) && spec.job().equals("dfsio-read");
        boolean readsBack = "true".equals(spec.configuration().get("spindle.read.back"));
        Set<String> rare = Set.of(Strike.PREPARE, Strike.READ_BACK, Strike.BEGIN, Strike.END);
        return first(due, step -> prepares && step.equals(Strike.PREPARE))
                .or(() -> first(due, step -> readsBack && step.equals(Strike.READ_BACK)))
                .or(() -> first(due, step -> !rare.contains(step)));
    }

    private Optional<Strike> first(List<Strike> due, Predicate<String> step) {
        long onProbe = fallen.stream()
                .filter(one -> one.strike().victim() == Victim.PROBE)
                .count();
        return due.stream()
                .filter(strike -> step.test(strike.step()))
                .filter(strike -> strike.victim() != Victim.PROBE || onProbe < MOST_ON_PROBE)
                .findFirst();
    }

    private void miss(Strike wanted, List<Strike> due, String why) {
        int times = misses.merge(wanted, 1, Integer::sum);
        System.out.println(campaign.name() + ": missed " + wanted + ": " + why);
        if (times >= MOST_MISSES) {
            misses.put(wanted, 0);
            due.remove(wanted);
            System.out.println("given up: " + wanted);
        }
    }

    /** Lets a strike fall at a step that has begun. */
    private void hit(Strike wanted, List<Strike> due) throws Exception {
        Instant since = Instant.now();
        if (!awaitMaster(wanted, since)) {
            miss(wanted, due, "no ApplicationMaster came");
            return;
        }
        pause(LATEST.getOrDefault(wanted.step(), 0), log.count());
        boolean there = wanted.victim() == Victim.CLIENT
                ? isAlive()
                : wanted.victim() == Victim.NODE_MANAGER || victims.live(wanted.victim());
        if (there) {
            fall(wanted, due);
        } else {
            miss(wanted, due, "there was no " + wanted.victim().label());
        }
    }

    /** Waits for the ApplicationMaster of a job that begins at this step. */
    private boolean awaitMaster(Strike wanted, Instant since) throws Exception {
        if (wanted.victim() != Victim.MASTER
                || !Set.of(Strike.PREPARE, Strike.RUN, Strike.READ_BACK).contains(wanted.step())) {
            return true;
        }
        while (isAlive() && log.last().name().equals(wanted.step())) {
            if (victims.isMasterSince(since)) {
                return true;
            }
            Thread.sleep(TICK_MILLIS);
        }
        return false;
    }

    /** Waits for a random time, but no longer than the step lasts. */
    private void pause(int most, int steps) throws Exception {
        long until = System.nanoTime()
                + Duration.ofMillis(most == 0 ? 0 : random.nextInt(most)).toNanos();
        while (System.nanoTime() < until && log.count() == steps && isAlive()) {
            Thread.sleep(TICK_MILLIS);
        }
    }

    private void fall(Strike wanted, List<Strike> due) throws Exception {
        Instant at = Instant.now();
        List<String> orphans = List.of();
        switch (wanted.victim()) {
            case CLIENT -> orphans = killed.kill();
            case NODE_MANAGER -> campaign.cluster().kill(Part.NODE_MANAGER);
            case MASTER -> victims.kill(Victim.MASTER);
            case PROBE -> victims.killProbe(table.times(wanted));
            default -> throw new IllegalStateException(wanted.toString());
        }
        Step last = log.last();
        Strike fell = new Strike(wanted.victim(), last == null ? Strike.BEGIN : last.name());
        fell(fell, wanted, due, last == null ? "no run" : last.run());
        Instant back = repair(wanted.victim(), orphans);
        Set<String> hit = new HashSet<>();
        if (last != null) {
            hit.add(last.run());
            hit.add(log.last().run());
        }
        fallen.add(new Fallen(fell, hit, at, back));
        if (wanted.victim() == Victim.CLIENT) {
            strikeAtBegin(due);
        }
    }

    private void fell(Strike fell, Strike wanted, List<Strike> due, String run) {
        table.struck(fell);
        System.out.printf(
                "%s: strike %d: %s of %s%s%n",
                campaign.name(), table.struck(), fell, run, fell.equals(wanted) ? "" : ", meant for " + wanted.step());
        if (!due.remove(fell)) {
            miss(wanted, due, "it fell at " + fell.step());
        }
    }

    /** Starts what was killed. Returns when it works again. */
    private Instant repair(Victim victim, List<String> orphans) throws Exception {
        ProcessCluster cluster = campaign.cluster();
        if (victim == Victim.CLIENT) {
            killed.resume(orphans, "--cold", COLD);
        } else if (victim == Victim.NODE_MANAGER) {
            Thread.sleep(random.nextInt(LONGEST_AWAY_MILLIS));
            long started = System.currentTimeMillis();
            cluster.start(Part.NODE_MANAGER);
            assertThat(Await.within(REPAIR, () -> cluster.rest().nodeManagerBeganAfter(started)))
                    .isTrue();
        }
        return Instant.now();
    }

    /** Kills the client of half of all starts before its first run, as long as such strikes are due. */
    private void strikeAtBegin(List<Strike> due) throws Exception {
        Strike wanted = new Strike(Victim.CLIENT, Strike.BEGIN);
        if (!due.contains(wanted) || !random.nextBoolean()) {
            return;
        }
        int before = log.count();
        pause(LATEST_BEGIN_MILLIS, before);
        if (log.count() > before) {
            miss(wanted, due, "a run had begun");
            return;
        }
        Instant at = Instant.now();
        List<String> orphans = killed.kill();
        fell(wanted, wanted, due, "no run");
        Instant back = repair(Victim.CLIENT, orphans);
        fallen.add(new Fallen(wanted, Set.of(), at, back));
    }

    /** Kills the client after the last run. */
    private void strikeAtEnd(List<Strike> due) throws Exception {
        Strike wanted = new Strike(Victim.CLIENT, Strike.END);
        if (!due.contains(wanted) || !isComplete()) {
            return;
        }
        Thread.sleep(random.nextInt(LATEST_END_MILLIS));
        if (!isAlive()) {
            miss(wanted, due, "the client had ended");
            return;
        }
        Instant at = Instant.now();
        List<String> orphans = killed.kill();
        fell(wanted, wanted, due, "no run");
        Instant back = repair(Victim.CLIENT, orphans);
        fallen.add(new Fallen(wanted, Set.of(), at, back));
    }

    @Override
    public void close() {
        victims.close();
    }
}
