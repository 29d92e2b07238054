package org.spindlebench.it.cluster;

import java.io.IOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives test methods the one cluster of this JVM, started when the first asks for it and closed when the last test has run. A test that kills one of its
 * daemons starts it again.
 */
public final class SharedProcessCluster implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ProcessCluster.class;
    }

    /** The root's store closes what is closeable in it at the end of the JVM's last test. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedProcessCluster.class))
                .getOrComputeIfAbsent(ProcessCluster.class, key -> startCluster(), ProcessCluster.class);
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
