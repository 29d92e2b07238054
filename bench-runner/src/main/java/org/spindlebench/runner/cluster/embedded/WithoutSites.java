package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The class loader of an embedded cluster. It hides the files by which administrators configure a Hadoop, and nothing else. Hadoop looks them up
 * through the context class loader of the thread that makes a configuration; each thread and each configuration hands it on.
 */
final class WithoutSites extends ClassLoader {
    private static final List<String> SITES =
            List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml", "capacity-scheduler.xml");

    private static final Pattern HIDDEN = Pattern.compile("(?:.*-site|capacity-scheduler|fair-scheduler|hadoop-policy"
            + "|mapred-queues|resource-types|node-resources|dynamic-resources|ssl-client|ssl-server)\\.xml");

    private WithoutSites(ClassLoader all) {
        super(all);
    }

    /** Above the one of this thread, which gets it. */
    static WithoutSites enter() {
        WithoutSites entered = new WithoutSites(Thread.currentThread().getContextClassLoader());
        Thread.currentThread().setContextClassLoader(entered);
        return entered;
    }

    /** Gives this thread back the loader that it had before. */
    void leave() {
        if (Thread.currentThread().getContextClassLoader() == this) {
            Thread.currentThread().setContextClassLoader(getParent());
        }
    }

    /**
     * The directories and jars that hold what is hidden; without Hadoop's own tests, in whose jars the classes of the cluster lie.
     *
     * @param hadoopConf the directory that the environment names for Hadoop's settings; null where it names none
     */
    static List<String> hidden(String hadoopConf) throws IOException {
        Set<String> places = new TreeSet<>();
        ClassLoader all = Thread.currentThread().getContextClassLoader();
        for (String site : SITES) {
            for (URL url : Collections.list(all.getResources(site))) {
                String file = url.getPath().replaceFirst("^file:", "");
                places.add(file.substring(0, file.lastIndexOf('/')).replaceFirst("!$", ""));
            }
            if (hadoopConf != null && !hadoopConf.isEmpty() && Files.exists(Path.of(hadoopConf, site))) {
                places.add(Path.of(hadoopConf).toAbsolutePath().normalize().toString());
            }
        }
        places.removeIf(place -> place.endsWith("-tests.jar"));
        return new ArrayList<>(places);
    }

    @Override
    public URL getResource(String name) {
        return HIDDEN.matcher(name).matches() ? null : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return HIDDEN.matcher(name).matches() ? Collections.emptyEnumeration() : super.getResources(name);
    }
}
