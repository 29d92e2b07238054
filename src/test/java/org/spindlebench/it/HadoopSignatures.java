package org.spindlebench.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.objectweb.asm.Opcodes;

/**
 * The signatures of classes in several versions of Hadoop, by version and class. In their file, a line with a class is
 * followed by its facts; a plus in the place of a version says that the fact holds there.
 */
record HadoopSignatures(SortedMap<String, Map<String, LinkedClass>> byVersion) {
    private static final String EXTENDS = "extends ";
    private static final String INTERFACE = "interface";

    static HadoopSignatures read(Path file) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            String[] versions = lines.readLine().split(" ");
            SortedMap<String, Map<String, LinkedClass>> all = new TreeMap<>();
            for (String version : versions) {
                all.put(version, new HashMap<>());
            }
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith(" ")) {
                    name = line;
                    continue;
                }
                for (int i = 0; i < versions.length; i++) {
                    if (line.charAt(1 + i) == '+') {
                        add(all.get(versions[i]), name, line.substring(2 + versions.length));
                    }
                }
            }
            return new HadoopSignatures(all);
        }
    }

    private static void add(Map<String, LinkedClass> classes, String name, String fact) {
        LinkedClass known = classes.getOrDefault(name, new LinkedClass(false, List.of(), new HashSet<>(), null));
        if (fact.startsWith(EXTENDS)) {
            List<String> parents = new ArrayList<>(known.parents());
            parents.add(fact.substring(EXTENDS.length()));
            known = new LinkedClass(known.isInterface(), parents, known.members(), null);
        } else if (fact.equals(INTERFACE)) {
            known = new LinkedClass(true, known.parents(), known.members(), null);
        } else {
            known.members().add(fact);
        }
        classes.put(name, known);
    }

    /** Returns the classes of the jars in one directory per version that the given classes need, with their parents. */
    static HadoopSignatures ofJars(Path directory, Map<String, LinkedClass> using) throws IOException {
        SortedMap<String, Map<String, LinkedClass>> all = new TreeMap<>();
        try (var jars = Files.list(directory)) {
            for (Path jar : jars.sorted().toList()) {
                String version = jar.getFileName().toString().replaceAll(".*-([0-9.]+)\\.jar", "$1");
                all.computeIfAbsent(version, any -> new HashMap<>())
                        .putAll(LinkedClass.ofJar(jar, Opcodes.ACC_PRIVATE));
            }
        }
        all.values().forEach(classes -> keepOnly(classes, using));
        return new HadoopSignatures(all);
    }

    private static void keepOnly(Map<String, LinkedClass> classes, Map<String, LinkedClass> using) {
        Set<String> wanted = new HashSet<>();
        List<String> open = new ArrayList<>();
        using.values().forEach(each -> {
            each.references().forEach(reference -> open.add(reference.owner()));
            open.addAll(each.parents());
        });
        while (!open.isEmpty()) {
            LinkedClass next = classes.get(open.remove(open.size() - 1));
            if (next != null) {
                next.parents().stream().filter(wanted::add).forEach(open::add);
            }
        }
        using.values().forEach(each -> each.references().forEach(reference -> wanted.add(reference.owner())));
        classes.keySet().retainAll(wanted);
    }

    void write(Path file) throws IOException {
        List<String> versions = List.copyOf(byVersion.keySet());
        SortedMap<String, SortedMap<String, char[]>> facts = new TreeMap<>();
        for (int i = 0; i < versions.size(); i++) {
            int place = i;
            byVersion.get(versions.get(i)).forEach((name, of) -> {
                SortedMap<String, char[]> known = facts.computeIfAbsent(name, any -> new TreeMap<>());
                factsOf(of)
                        .forEach(fact -> known.computeIfAbsent(
                                        fact, any -> "-".repeat(versions.size()).toCharArray())[place] = '+');
            });
        }
        try (Writer out =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            out.write(String.join(" ", versions) + "\n");
            for (var entry : facts.entrySet()) {
                out.write(entry.getKey() + "\n");
                for (var fact : entry.getValue().entrySet()) {
                    out.write(" " + new String(fact.getValue()) + " " + fact.getKey() + "\n");
                }
            }
        }
    }

    private static Set<String> factsOf(LinkedClass of) {
        Set<String> facts = new TreeSet<>(of.members());
        of.parents().forEach(parent -> facts.add(EXTENDS + parent));
        if (of.isInterface()) {
            facts.add(INTERFACE);
        }
        return facts;
    }

    /** Links classes as a JVM does that has them and a version of Hadoop. */
    Linker with(String version, Map<String, LinkedClass> classes) {
        return new Linker(classes, byVersion.get(version), new HashMap<>());
    }

    /** Finds classes: the given ones, those of Hadoop, and those of the JDK. */
    record Linker(
            Map<String, LinkedClass> classes, Map<String, LinkedClass> hadoop, Map<String, LinkedClass> platform) {

        /** Checks whether the class exists, is of the kind that the reference expects, and has the member. */
        boolean links(LinkedClass.Reference reference) {
            LinkedClass owner = find(reference.owner());
            if (owner == null || (reference.ofInterface() != null && reference.ofInterface() != owner.isInterface())) {
                return false;
            }
            return reference.member().isEmpty() || has(owner, reference.member());
        }

        private boolean has(LinkedClass owner, String member) {
            return owner.members().contains(member)
                    || (!member.startsWith("<init>")
                            && owner.parents().stream()
                                    .map(this::find)
                                    .anyMatch(parent -> parent != null && has(parent, member)));
        }

        private LinkedClass find(String name) {
            LinkedClass own = classes.getOrDefault(name, hadoop.get(name));
            return own != null ? own : platform.computeIfAbsent(name, HadoopSignatures::ofPlatform);
        }
    }

    private static LinkedClass ofPlatform(String name) {
        try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : LinkedClass.read(in.readAllBytes(), Opcodes.ACC_PRIVATE);
        } catch (IOException e) {
            return null;
        }
    }
}
