package org.spindlebench.runner.bundle;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Environment;

/** Compares records with the plan and the environments of their campaign. */
final class PlanChecks {
    private static final String MEMORY = ".memory.mb";
    private static final String SET_ASIDE = "\\.(?:interrupted|outage|failed)-\\d+$|\\.warm$";

    private final Plan plan;
    private final Map<String, Environment> environments;
    private final Consumer<String> found;
    private final Map<String, Planned> planned = new HashMap<>();
    private final Map<String, String> applications = new HashMap<>();

    private record Planned(Visit visit, RunSpec run) {}

    /** @param environments by setup; of a campaign of one setup under its name */
    PlanChecks(Plan plan, Map<String, Environment> environments, Consumer<String> found) {
        this.plan = plan;
        this.environments = environments;
        this.found = found;
        for (Visit visit : plan.visits()) {
            visit.runs().forEach(run -> planned.put(run.id(), new Planned(visit, run)));
        }
    }

    /** Returns the name of the planned run that a record is of, also of one that was set aside. */
    static String plannedName(RunRecord run) {
        String tryOf = run.identity().tryOf();
        return tryOf == null ? run.identity().run().replaceFirst(SET_ASIDE, "") : tryOf;
    }

    void check(String entry, RunRecord run) {
        Consumer<String> say = problem -> found.accept(entry + ": " + problem);
        Planned of = planned.get(plannedName(run));
        if (of == null) {
            say.accept("plan.json has no run " + plannedName(run));
            return;
        }
        equal(say, "identity.campaign", run.identity().campaign(), plan.campaign());
        equal(say, "identity.suite", run.identity().suite(), plan.suite());
        equal(say, "subject.job", run.subject().job(), of.run().job());
        equal(say, "subject.setup", run.subject().setup(), of.visit().setup());
        position(say, run.position(), of);
        of.run()
                .settings()
                .forEach((name, value) -> equal(
                        say,
                        "subject.settings." + name,
                        run.subject().settings().get(name),
                        value));
        sizes(say, run, of);
        if (run.status() == Status.OK) {
            configuration(say, run, of.run());
        }
        String application = run.identity().applicationId();
        String other = application == null ? null : applications.put(application, entry);
        if (other != null) {
            say.accept(application + " is also the application of " + other);
        }
    }

    private void position(Consumer<String> say, Position position, Planned of) {
        if (position == null) {
            say.accept("has no position");
            return;
        }
        equal(say, "position.index", position.index(), of.run().index());
        equal(say, "position.block", position.block(), of.run().block());
        equal(say, "position.repeat", position.repeat(), of.run().repeat());
        equal(say, "position.total", position.total(), plan.total());
        equal(say, "position.seed", position.seed(), plan.seed());
        equal(say, "position.visit", position.visit(), of.visit().number());
    }

    private void sizes(Consumer<String> say, RunRecord run, Planned of) {
        if (run.sizes() == null || run.sizes().nodes() == null) {
            return;
        }
        Size size = of.run().size();
        if (size.scope() == Size.Scope.PER_NODE && run.sizes().bytesPerNode() != null) {
            equal(say, "sizes.bytesPerNode", run.sizes().bytesPerNode(), size.bytes());
        }
        Environment environment = environments.get(of.visit().setup());
        if (environment != null && run.sizes().nodes() > environment.shape().hosts()) {
            say.accept("sizes.nodes is " + run.sizes().nodes() + ", but environment.json has "
                    + environment.shape().hosts() + " hosts");
        }
    }

    /** A setting that the record lacks has Hadoop's default value, which the plan may have asked for. */
    private static void configuration(Consumer<String> say, RunRecord run, RunSpec spec) {
        boolean sized = spec.configuration().containsKey(JobKeys.CONTAINERS_PER_NODE);
        spec.required().forEach((key, asked) -> {
            String actual = run.configuration().get(key);
            boolean decided = key.equals(RunSetting.REDUCES.key()) || (sized && key.endsWith(MEMORY));
            if (actual != null
                    && !decided
                    && !HadoopValue.isUnclear(asked + actual)
                    && !HadoopValue.same(asked, actual)) {
                say.accept("configuration: " + key + " is " + actual + ", but plan.json asks for " + asked);
            }
        });
    }

    private static void equal(Consumer<String> say, String what, Object recorded, Object asked) {
        if (!Objects.equals(recorded, asked)) {
            say.accept(what + " is "
                    + Optional.ofNullable(recorded).map(Object::toString).orElse("absent") + ", but plan.json has "
                    + asked);
        }
    }
}
