package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * Lines of CSV files. Each stands alone, so that a quote that is not closed spoils one line and not the rest of the file: cells can
 * hold no line breaks.
 */
final class CsvLines {
    private static final int LONGEST = 1 << 20;
    private static final CsvFactory FACTORY =
            CsvFactory.builder().enable(CsvParser.Feature.TRIM_SPACES).build();

    private CsvLines() {}

    static Utf8Lines open(Path file) throws IOException {
        return new Utf8Lines(Files.newInputStream(file), file.toString(), LONGEST);
    }

    /** The first line that is not blank; empty where there is none, or none that is text. */
    static Optional<String> firstLine(Path file) throws IOException {
        try (Utf8Lines lines = open(file)) {
            while (lines.advance()) {
                if (!lines.isBlank()) {
                    return lines.problem().isPresent() ? Optional.empty() : Optional.of(lines.text());
                }
            }
            return Optional.empty();
        }
    }

    /**
     * The cells of a line, without blanks around them.
     *
     * @param separator what stands between cells
     */
    static List<String> cells(String line, char separator) throws UnreadableException {
        List<String> cells = new ArrayList<>();
        try (CsvParser parser = FACTORY.createParser(line)) {
            parser.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    cells.add(parser.getText().strip());
                }
            }
        } catch (JsonProcessingException e) {
            throw new UnreadableException("not CSV: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cells;
    }
}
