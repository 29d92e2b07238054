package org.spindlebench.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Rules for the modules, each with sources that break it. */
enum ArchitectureRule {
    ANALYSIS_KNOWS_NO_HADOOP(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.analysis..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.hadoop.."),
            "package org.apache.hadoop.conf; public class Configuration {}",
            "package org.spindlebench.analysis.stats; class Bad { org.apache.hadoop.conf.Configuration conf; }"),

    ANALYSIS_KNOWS_NEITHER_JOBS_NOR_RUNNER(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.analysis..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.spindlebench.jobs..", "org.spindlebench.runner.."),
            "package org.spindlebench.runner.plan; public class Plan {}",
            "package org.spindlebench.analysis.stats; class Bad { org.spindlebench.runner.plan.Plan plan; }"),

    JOBS_KNOW_NEITHER_ANALYSIS_NOR_RUNNER(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.jobs..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.spindlebench.analysis..", "org.spindlebench.runner.."),
            "package org.spindlebench.analysis.record; public class RunRecord {}",
            "package org.spindlebench.jobs.shuffle; class Bad { org.spindlebench.analysis.record.RunRecord run; }"),

    RUNNER_KEEPS_HADOOP_AT_ITS_EDGE(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.runner..")
                    .and()
                    .resideOutsideOfPackages("org.spindlebench.runner.cluster..", "org.spindlebench.runner.collect..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.hadoop.."),
            "package org.apache.hadoop.conf; public class Configuration {}",
            "package org.spindlebench.runner.plan; class Bad { org.apache.hadoop.conf.Configuration conf; }"),

    RUNNER_FINDS_OTHER_MODULES_AS_SERVICES(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.runner..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.spindlebench.lab..", "org.spindlebench.handover..", "org.spindlebench.site.."),
            "package org.spindlebench.lab; public class LocalLaboratory {}",
            "package org.spindlebench.runner.run; class Bad { org.spindlebench.lab.LocalLaboratory laboratory; }"),

    HANDOVER_NEEDS_NO_CLUSTER(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.handover..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.hadoop..", "org.spindlebench.jobs..", "org.spindlebench.lab.."),
            "package org.spindlebench.jobs; public class Tool {}",
            "package org.spindlebench.handover; class Bad { org.spindlebench.jobs.Tool tool; }"),

    /** Their jars lie beside bench-runner.jar, where these libraries have other names. */
    JARS_BESIDE_IT_USE_NO_RELOCATED_LIBRARY(
            noClasses()
                    .that()
                    .resideInAnyPackage("org.spindlebench.lab..", "org.spindlebench.site..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "com.fasterxml.jackson..", "org.yaml.snakeyaml..", "picocli..", "org.apache.commons.."),
            "package picocli; public class CommandLine {}",
            "package org.spindlebench.lab; class Bad { picocli.CommandLine line; }"),

    LAUNCHER_STANDS_ALONE(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.launcher..")
                    .should()
                    .dependOnClassesThat()
                    .resideOutsideOfPackages("java..", "org.spindlebench.launcher.."),
            "package org.spindlebench.runner; public class Main {}",
            "package org.spindlebench.launcher; class Bad { org.spindlebench.runner.Main main; }"),

    NOTHING_BELOW_IMPORTS_REPORT(
            noClasses()
                    .that()
                    .resideInAPackage("org.spindlebench.analysis..")
                    .and()
                    .resideOutsideOfPackage("org.spindlebench.analysis.report..")
                    .and()
                    // The entry of the library, Spindle, is above all packages.
                    .resideOutsideOfPackage("org.spindlebench.analysis")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.spindlebench.analysis.report.."),
            "package org.spindlebench.analysis.report; public class Html {}",
            "package org.spindlebench.analysis.compare; class Bad { org.spindlebench.analysis.report.Html html; }"),

    NO_CIRCLE(
            slices().matching("org.spindlebench.(**)").should().beFreeOfCycles(),
            "package org.spindlebench.jobs; public class Top { org.spindlebench.jobs.one.One one; }",
            "package org.spindlebench.jobs.one; public class One { org.spindlebench.jobs.Top top; }"),

    ONLY_MAIN_AND_LAUNCHER_END_THE_JVM(
            noClasses()
                    .that()
                    .doNotHaveSimpleName("Main")
                    .and()
                    .doNotHaveSimpleName("Launcher")
                    .and()
                    .doNotHaveSimpleName("NodeProbe")
                    .should()
                    .callMethod(System.class, "exit", int.class),
            "package org.spindlebench.runner.run; class Bad { void end() { System" + ".exit(1); } }"),

    NO_CLASS_OF_OURS_IN_HADOOPS_PACKAGES(
            noClasses().should().resideInAPackage("org.apache.hadoop.."),
            "package org.apache.hadoop.examples.terasort; class Bad {}");

    // Rules and lists do not change after they are built.
    @SuppressWarnings("ImmutableEnumChecker")
    private final ArchRule rule;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> violation;

    ArchitectureRule(ArchRule rule, String... violation) {
        this.rule = rule;
        this.violation = List.of(violation);
    }

    ArchRule rule() {
        return rule;
    }

    List<String> violation() {
        return violation;
    }
}
