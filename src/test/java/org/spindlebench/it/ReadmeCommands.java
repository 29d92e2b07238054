package org.spindlebench.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The commands in documents that tests run. Each is the only line of the fenced block after {@code <!-- tested: ID -->}.
 */
final class ReadmeCommands {
    /** The project's root, where users run the commands. */
    static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();

    private static final Pattern MARKED =
            Pattern.compile("<!-- tested: ([\\w-]+) -->\n+(?:```sh\n(.*?)\n```)?", Pattern.DOTALL);

    private ReadmeCommands() {}

    /** Returns a command as {@link ProcessBuilder} takes it, to be started in {@link #ROOT}. */
    static List<String> command(String id) {
        try {
            return in(MarkdownFile.all(ROOT).stream().map(MarkdownFile::text).collect(Collectors.joining("\n")))
                    .get(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all marked commands of a text by their ids. */
    static Map<String, List<String>> in(String document) {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        Matcher marked = MARKED.matcher(document);
        while (marked.find()) {
            String id = marked.group(1);
            if (commands.put(id, words(id, marked.group(2))) != null) {
                throw new IllegalStateException("two blocks are marked as tested: " + id);
            }
        }
        return commands;
    }

    private static List<String> words(String id, String block) {
        // Only a shell could split such a command into words.
        if (block == null || block.isBlank() || block.matches("(?s).*[\\n'\"`$\\\\;|&<>#].*")) {
            throw new IllegalStateException("the block marked as tested: " + id + " is not one plain command");
        }
        return new ArrayList<>(List.of(block.trim().split("\\s+")));
    }
}
