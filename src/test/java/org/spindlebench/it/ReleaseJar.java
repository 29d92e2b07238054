package org.spindlebench.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A jar that is to run under `hadoop jar`. Each check returns the offending entries. */
record ReleaseJar(Path file) {
    private static final String OURS = "org/spindlebench/";
    private static final Pattern FRAMEWORK = Pattern.compile(
            "(org/apache/(hadoop|log4j|logging|commons/(cli|logging))|org/slf4j|com/google/common|(shaded/(hadoop|slf4j|log4j|guava|cli)))/");
    private static final Pattern JAVA_8 = Pattern.compile(OURS + "(jobs|stock|launcher)/.*");
    private static final int JAVA_8_MAJOR = 52;
    private static final Pattern UNRELOCATED = Pattern.compile(
            "com/fasterxml/jackson/|(?<!shaded/)picocli/|org/yaml/snakeyaml/|(?<!assets/)org/apache/commons/(math3|statistics|numbers|rng)/|org/apache/hadoop/examples/"
                    + "|org/apache/hadoop/fs/(TestDFSIO|IOMapperBase|AccumulatingReducer)");

    long size() throws IOException {
        return Files.size(file);
    }

    List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().map(JarEntry::getName).toList();
        }
    }

    List<String> classesOfOthers() throws IOException {
        return entries().stream()
                .filter(name -> name.endsWith(".class") && !name.startsWith(OURS))
                .toList();
    }

    /**
     * Returns versioned entries. A JVM would prefer them to the relocated classes, and older versions of Hadoop fail on
     * them.
     */
    List<String> versionedEntries() throws IOException {
        return entries().stream()
                .filter(name -> name.startsWith("META-INF/versions/"))
                .toList();
    }

    /** Returns the framework's classes, relocated or not, because the cluster's own must be used. */
    List<String> frameworkClasses() throws IOException {
        return entries().stream()
                .filter(name ->
                        name.endsWith(".class") && FRAMEWORK.matcher(name).find())
                .toList();
    }

    /**
     * Returns classes that do not load on Java 8, although they run in a cluster's containers or before the version is
     * known.
     */
    List<String> tooNewClasses() throws IOException {
        return classesWhere((name, bytes) -> JAVA_8.matcher(name).matches() && majorVersion(bytes) > JAVA_8_MAJOR
                ? "major " + majorVersion(bytes)
                : "");
    }

    /** Returns classes that refer to a library by its original name, under which a cluster may have another version. */
    List<String> unrelocatedReferences() throws IOException {
        return classesWhere((name, bytes) -> {
            Matcher found = UNRELOCATED.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
            return found.find() ? found.group() : "";
        });
    }

    private static int majorVersion(byte[] classFile) {
        return (classFile[6] & 0xff) << 8 | (classFile[7] & 0xff);
    }

    private interface Finding {
        /** Returns what is wrong with the class, or an empty text. */
        String of(String name, byte[] bytes);
    }

    private List<String> classesWhere(Finding finding) throws IOException {
        List<String> found = new ArrayList<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                if (entry.getName().endsWith(".class")) {
                    String what = finding.of(entry.getName(), bytes(jar, entry));
                    if (!what.isEmpty()) {
                        found.add(entry.getName() + ": " + what);
                    }
                }
            }
        }
        return found;
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
