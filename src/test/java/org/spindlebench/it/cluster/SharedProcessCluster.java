package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives test methods this JVM's only cluster, which is started when the first method asks for it and closed after the
 * last test. A test that kills a daemon starts it again. In a build without a profile, this extension asks the
 * ResourceManager how many MapReduce jobs each class has run. It fails a class that has run more than CONTRIBUTING.md
 * allows.
 */
public final class SharedProcessCluster implements ParameterResolver, AfterAllCallback {
    private static final List<String> PROFILES =
            List.of("spindle.it.long", "spindle.it.soak", "spindle.it.faults", "spindle.it.cpu");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ProcessCluster.class;
    }

    /** The root's store closes the cluster at the end of the JVM's last test. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return store(context).getOrComputeIfAbsent(ProcessCluster.class, key -> startCluster(), ProcessCluster.class);
    }

    private static Store store(ExtensionContext context) {
        return context.getRoot().getStore(Namespace.create(SharedProcessCluster.class));
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        ProcessCluster cluster = store(context).get(ProcessCluster.class, ProcessCluster.class);
        if (cluster == null || PROFILES.stream().anyMatch(Boolean::getBoolean)) {
            return;
        }
        AtomicInteger before = store(context)
                .getOrComputeIfAbsent(AtomicInteger.class, key -> new AtomicInteger(), AtomicInteger.class);
        int all = cluster.rest()
                .resourceManager("/ws/v1/cluster/apps?applicationTypes=MAPREDUCE")
                .path("apps")
                .path("app")
                .size();
        String test = context.getRequiredTestClass().getSimpleName();
        int jobs = all - before.getAndSet(all);
        int allowed = allowed(test);
        System.out.println(test + " ran " + jobs + " MapReduce jobs; " + allowed + " are allowed");
        if (jobs > allowed) {
            throw new AssertionError(test + " ran " + jobs + " MapReduce jobs, and CONTRIBUTING.md allows " + allowed);
        }
    }

    /** Returns the number of jobs in the table of cluster tests. */
    private static int allowed(String test) throws IOException {
        Path contributing = ProcessCluster.projectRoot().resolve("CONTRIBUTING.md");
        Matcher row =
                Pattern.compile("(?m)^\\| `" + test + "` \\| (\\d+) \\|$").matcher(Files.readString(contributing));
        if (!row.find()) {
            throw new AssertionError("CONTRIBUTING.md does not say how many MapReduce jobs " + test + " may run");
        }
        return Integer.parseInt(row.group(1));
    }

    private static ProcessCluster startCluster() {
        try {
            return ProcessCluster.start(ProcessCluster.projectRoot().resolve("bench-it/target/cluster"));
        } catch (IOException e) {
            throw new ParameterResolutionException("the shared cluster did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while the shared cluster started", e);
        }
    }
}
