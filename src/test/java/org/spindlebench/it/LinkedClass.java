package org.spindlebench.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What others can link to in a class, and what the class itself links to.
 *
 * @param parents the superclass and the interfaces
 * @param members names with descriptors of fields and methods
 * @param references null in a list of signatures
 */
record LinkedClass(boolean isInterface, List<String> parents, Set<String> members, Set<Reference> references) {

    /**
     * A class that is referred to, or its field or method.
     *
     * @param member its name and descriptor; empty for the class itself
     * @param ofInterface null if either a class or an interface will do
     */
    record Reference(String owner, String member, Boolean ofInterface) implements Comparable<Reference> {
        @Override
        public int compareTo(Reference other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return owner
                    + (member.isEmpty() ? "" : "." + member)
                    + (Boolean.TRUE.equals(ofInterface) ? " (interface)" : "");
        }
    }

    private static final String RELOCATED = "org/apache/hadoop/shaded/";
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

    /** @param hidden the access of members to leave out, or 0 */
    static LinkedClass read(byte[] classFile, int hidden) {
        ClassReader reader = new ClassReader(classFile);
        List<String> parents = new ArrayList<>();
        if (reader.getSuperName() != null) {
            parents.add(reader.getSuperName());
        }
        parents.addAll(List.of(reader.getInterfaces()));
        Set<String> members = new TreeSet<>();
        reader.accept(
                new Members(members, hidden), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new LinkedClass(
                (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0, parents, members, referencesOf(reader));
    }

    /** Returns the classes of a jar by their names, without members of the hidden access. */
    static Map<String, LinkedClass> ofJar(Path file, int hidden) throws IOException {
        Map<String, LinkedClass> classes = new HashMap<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (JarEntry entry : jar.stream()
                    .filter(each -> each.getName().endsWith(".class"))
                    .toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    classes.put(entry.getName().replace(".class", ""), read(in.readAllBytes(), hidden));
                }
            }
        }
        return classes;
    }

    /** Returns what the pool of constants refers to, which is what a JVM links. */
    private static Set<Reference> referencesOf(ClassReader reader) {
        Set<Reference> references = new TreeSet<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            int tag = at == 0 ? 0 : reader.readByte(at - 1);
            if (tag == CLASS) {
                references.add(new Reference(reader.readUTF8(at, buffer), "", null));
            } else if (tag == FIELD || tag == METHOD || tag == INTERFACE_METHOD) {
                int member = reader.getItem(reader.readUnsignedShort(at + 2));
                references.add(new Reference(
                        reader.readClass(at, buffer),
                        reader.readUTF8(member, buffer) + " " + reader.readUTF8(member + 2, buffer),
                        tag == FIELD ? null : tag == INTERFACE_METHOD));
            }
        }
        references.removeIf(reference -> reference.owner().startsWith("["));
        return references;
    }

    /** Collects the members; hadoop-client-api names its libraries by other names than a cluster does. */
    private static final class Members extends ClassVisitor {
        private final Set<String> members;
        private final int hidden;

        Members(Set<String> members, int hidden) {
            super(Opcodes.ASM9);
            this.members = members;
            this.hidden = hidden;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            add(access, name, type);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            add(access, name, type);
            return null;
        }

        private void add(int access, String name, String type) {
            if ((access & hidden) == 0) {
                members.add(name + " " + type.replace(RELOCATED, ""));
            }
        }
    }
}
