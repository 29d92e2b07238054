package org.spindlebench.analysis.importer;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Names for files, of texts that may hold anything: up to 64 letters, digits, {@code -}, {@code _} and {@code .}. */
public final class SafeName {
    private static final int LONGEST = 64;
    private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9._-]+");
    private static final Pattern BEFORE = Pattern.compile("^[-._]+");
    private static final Pattern AFTER = Pattern.compile("-+$");

    private SafeName() {}

    /**
     * The text with a {@code -} for every run of other characters, none of them first or last.
     *
     * @param otherwise the name where nothing is left
     */
    public static String of(String text, String otherwise) {
        String start = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
        String name = BEFORE.matcher(OTHERS.matcher(start).replaceAll("-")).replaceAll("");
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        String trimmed = AFTER.matcher(cut).replaceAll("");
        return trimmed.isEmpty() ? otherwise : trimmed;
    }

    /** The name of a file without its ending. */
    public static String ofFile(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return of(dot > 0 ? name.substring(0, dot) : name, "import");
    }
}
