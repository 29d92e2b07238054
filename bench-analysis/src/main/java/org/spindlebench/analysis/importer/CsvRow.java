package org.spindlebench.analysis.importer;

import java.util.List;
import java.util.Optional;

/**
 * A line below a header.
 *
 * @param header the header
 * @param line its line in the file, from 1
 * @param number its place among the lines below the header, blank ones left out, from 1
 * @param cells as many as the header has names
 */
record CsvRow(CsvHeader header, long line, int number, List<String> cells) {
    private static final int LONGEST_NAME = 200;

    /** The cell below a name; empty where there is no such column or nothing in the cell. */
    Optional<String> get(String column) {
        Integer place = header.places().get(column);
        String cell = place == null ? "" : cells.get(place);
        return cell.isEmpty() ? Optional.empty() : Optional.of(cell);
    }

    /** The cell below a name that must hold something. */
    String need(String column) throws UnreadableException {
        Optional<String> cell = get(column);
        if (cell.isEmpty()) {
            throw new UnreadableException(column + " is empty");
        }
        return cell.get();
    }

    /** As {@link #need}, for names: of at most 200 characters that can be printed. */
    String needName(String column) throws UnreadableException {
        return name(column, need(column));
    }

    static String name(String column, String text) throws UnreadableException {
        if (text.length() > LONGEST_NAME || text.chars().anyMatch(Character::isISOControl)) {
            throw new UnreadableException(column + " is longer than " + LONGEST_NAME
                    + " characters, or has some that can't be printed: " + Numbers.shown(text));
        }
        return text;
    }
}
