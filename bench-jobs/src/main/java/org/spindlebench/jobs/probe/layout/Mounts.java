package org.spindlebench.jobs.probe.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The mounts in {@code /proc/self/mountinfo}; see {@code Documentation/filesystems/proc.rst}, section 3.5. */
final class Mounts {
    private static final int FIXED_FIELDS = 6;

    private final List<Mount> mounts = new ArrayList<>();

    /** One mount. */
    static final class Mount {
        private final String id;
        private final String parent;
        private final String majorMinor;
        private final String point;
        private final String options;
        private final String type;
        private final String source;
        private final String superOptions;

        private Mount(List<String> before, List<String> after) {
            id = before.get(0);
            parent = before.get(1);
            majorMinor = before.get(2);
            point = before.get(4);
            options = before.get(5);
            type = after.get(0);
            source = after.size() > 1 ? after.get(1) : "";
            superOptions = after.size() > 2 ? after.get(2) : "";
        }

        String majorMinor() {
            return majorMinor;
        }

        String point() {
            return point;
        }

        String options() {
            return options;
        }

        String type() {
            return type;
        }

        String source() {
            return source;
        }

        String superOptions() {
            return superOptions;
        }

        private boolean holds(String path) {
            return point.equals("/") || path.equals(point) || path.startsWith(point + "/");
        }
    }

    /** @param text the content of the file; null if the file does not exist. Lines in any other format are ignored */
    Mounts(String text) {
        for (String line : (text == null ? "" : text).split("\n")) {
            List<String> words = unescaped(line.split(" ", -1));
            int dash = words.size() < FIXED_FIELDS
                    ? -1
                    : words.subList(FIXED_FIELDS, words.size()).indexOf("-");
            if (dash >= 0 && FIXED_FIELDS + dash + 1 < words.size()) {
                mounts.add(new Mount(words, words.subList(FIXED_FIELDS + dash + 1, words.size())));
            }
        }
    }

    /** Returns the mount of a path whose links are resolved; null if the file does not determine it. */
    Mount of(String path) {
        Mount at = root();
        if (at == null) {
            return longest(path);
        }
        // A path crosses at most as many mounts as exist. This limit ends the search even if the file is inconsistent.
        Mount next = below(at, path);
        for (int i = 0; next != null && i < mounts.size(); i++) {
            at = next;
            next = below(at, path);
        }
        return at;
    }

    /** Returns the first mount of {@code /} whose parent is not in the list. */
    private Mount root() {
        Set<String> ids = new HashSet<>();
        for (Mount mount : mounts) {
            ids.add(mount.id);
        }
        for (Mount mount : mounts) {
            if (mount.point.equals("/") && (mount.parent.equals(mount.id) || !ids.contains(mount.parent))) {
                return mount;
            }
        }
        return null;
    }

    /** Returns the first mount on the way from a parent mount to a path. It hides later mounts with the same parent. */
    private Mount below(Mount parent, String path) {
        Mount first = null;
        for (Mount mount : mounts) {
            boolean hangs = mount.parent.equals(parent.id) && !mount.id.equals(parent.id) && mount.holds(path);
            if (hangs && (first == null || mount.point.length() <= first.point.length())) {
                first = mount;
            }
        }
        return first;
    }

    /** Returns the mount with the longest matching path, for files without a root mount (a change of root). */
    private Mount longest(String path) {
        Mount longest = null;
        for (Mount mount : mounts) {
            if (mount.holds(path) && (longest == null || mount.point.length() >= longest.point.length())) {
                longest = mount;
            }
        }
        return longest;
    }

    private static List<String> unescaped(String[] words) {
        List<String> unescaped = new ArrayList<>();
        for (String word : Arrays.asList(words)) {
            unescaped.add(unescaped(word));
        }
        return unescaped;
    }

    /**
     * Decodes a word, in which the kernel writes blanks, tabs, newlines, backslashes and other characters as three
     * octal digits.
     */
    static String unescaped(String word) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            boolean escape = word.startsWith("\\", i)
                    && i + 4 <= word.length()
                    && word.substring(i + 1, i + 4).matches("[0-7]{3}");
            if (escape) {
                plain.append((char) Integer.parseInt(word.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(word.charAt(i));
            }
        }
        return plain.toString();
    }
}
