package org.spindlebench.launcher;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.Set;

/** The class path for a second JVM, in absolute paths. With it, that JVM finds the same classes as this one. */
final class ClassPathOf {
    private ClassPathOf() {}

    static String thisJvm() throws URISyntaxException {
        CodeSource own = Launcher.class.getProtectionDomain().getCodeSource();
        return join(
                System.getProperty("java.class.path", ""),
                own == null ? null : own.getLocation(),
                Thread.currentThread().getContextClassLoader());
    }

    /**
     * Returns the class path with Hadoop's own entries first. {@code hadoop jar} adds its jar and the unpacked copy
     * only to a class loader, so they are added here.
     */
    static String join(String classPath, URL own, ClassLoader context) throws URISyntaxException {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(new File(entry).getAbsolutePath());
        }
        add(entries, own);
        if (context instanceof URLClassLoader) {
            for (URL url : ((URLClassLoader) context).getURLs()) {
                add(entries, url);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void add(Set<String> entries, URL url) throws URISyntaxException {
        if (url != null && "file".equals(url.getProtocol())) {
            entries.add(new File(url.toURI()).getAbsolutePath());
        }
    }
}
