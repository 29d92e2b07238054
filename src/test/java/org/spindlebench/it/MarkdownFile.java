package org.spindlebench.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document, as far as its tests need it.
 *
 * @param path its location; links are relative to it
 * @param text the whole text
 */
record MarkdownFile(Path path, String text) {
    private static final Pattern FENCED = Pattern.compile("(?m)^```(\\w*)\n((?s).*?)^```$");
    private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final int LONGEST_LINE = 120;

    static MarkdownFile read(Path path) throws IOException {
        return new MarkdownFile(path, Files.readString(path));
    }

    /** Returns the project's own documents, without those that Spindle wrote next to records. */
    static List<MarkdownFile> all(Path root) throws IOException {
        List<MarkdownFile> files = new ArrayList<>();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> below = Files.walk(root.resolve("docs"))) {
            for (Path path : Stream.concat(top, below)
                    .filter(entry -> entry.toString().endsWith(".md")
                            && !entry.toString().contains("/records/"))
                    .sorted()
                    .toList()) {
                files.add(read(path));
            }
        }
        return files;
    }

    /** Returns command lines for a shell, and code within sentences. */
    List<String> code() {
        Stream<String> lines = FENCED.matcher(text)
                .results()
                .filter(block -> block.group(1).equals("sh"))
                .flatMap(block -> block.group(2).replace("\\\n", " ").lines());
        return Stream.concat(lines, SPAN.matcher(prose()).results().map(span -> span.group(1)))
                .toList();
    }

    /** Returns targets of links that lead neither to a file nor, after {@code #}, to a heading. */
    List<String> deadLinks() throws IOException {
        List<String> dead = new ArrayList<>();
        Matcher link = LINK.matcher(prose());
        while (link.find()) {
            String target = link.group(1);
            if (!target.startsWith("https://") && !target.startsWith("http://") && !leadsSomewhere(target)) {
                dead.add(target);
            }
        }
        return dead;
    }

    /** Returns the first column of the first table below a heading, without its title and code marks. */
    List<String> firstColumn(String heading) {
        int from = ("\n" + text).indexOf("\n" + heading + "\n");
        if (from < 0) {
            throw new IllegalArgumentException(path + " has no heading " + heading);
        }
        return text.substring(from)
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> line.split("\\|", 3)[1].replace("`", "").trim())
                .toList();
    }

    /** Returns the names at the beginning of the items of the first list below a heading. Nested items do not count. */
    List<String> items(String heading) {
        return text.substring(text.indexOf("\n" + heading + "\n"))
                .lines()
                .dropWhile(line -> !line.startsWith("- `"))
                .takeWhile(line -> line.startsWith("- `") || line.startsWith("  "))
                .filter(line -> line.startsWith("- `"))
                .map(line -> line.split("`", 3)[1])
                .toList();
    }

    /**
     * Returns lines of more than 120 characters outside of code.
     *
     * @param tables whether rows of tables may be longer
     */
    List<String> longLines(boolean tables) {
        return prose().lines()
                .filter(line -> line.length() > LONGEST_LINE && !(tables && line.startsWith("|")))
                .toList();
    }

    private boolean leadsSomewhere(String target) throws IOException {
        String[] parts = target.split("#", 2);
        if (parts[0].isEmpty()) {
            return anchors().contains(parts[1]);
        }
        Path file = path.resolveSibling(parts[0]);
        return Files.exists(file) && (parts.length == 1 || read(file).anchors().contains(parts[1]));
    }

    private List<String> anchors() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private String prose() {
        return FENCED.matcher(text).replaceAll("");
    }
}
