package org.spindlebench.it.proof;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.embedded.Gateway;

/**
 * Gives test methods this JVM's only embedded cluster, which is started when the first method asks for it and closed
 * after the last test.
 */
final class SharedEmbeddedJobs implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EmbeddedJobs.class;
    }

    /** The root's store closes the cluster at the end of the JVM's last test. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedEmbeddedJobs.class))
                .getOrComputeIfAbsent(EmbeddedJobs.class, key -> start(), EmbeddedJobs.class);
    }

    private static EmbeddedJobs start() {
        try {
            Path bench = ProcessCluster.projectRoot().resolve("bench-it/target");
            return EmbeddedJobs.start(Gateway.in(Files.createTempDirectory(bench, "gateway")));
        } catch (Exception e) {
            throw new ParameterResolutionException("the shared embedded cluster did not start", e);
        }
    }
}
