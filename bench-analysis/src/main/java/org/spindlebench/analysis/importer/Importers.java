package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Every importer of this library. */
public final class Importers {
    public static final List<Importer> ALL = List.of(new AlojaImporter(), new TestDfsioImporter(), new CsvImporter());

    private Importers() {}

    /** The importer of a format, if there is one of that name. */
    public static Optional<Importer> named(String format) {
        return ALL.stream().filter(importer -> importer.name().equals(format)).findFirst();
    }

    /**
     * The importer that reads a {@code .csv} file: that of ALOJA where the header is one of ALOJA's, else that of any CSV, which
     * says what it misses in a header. Empty for files of other names.
     *
     * @throws IOException if the file could not be read
     */
    public static Optional<Importer> recognise(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".csv")) {
            return Optional.empty();
        }
        boolean aloja = CsvLines.firstLine(file).map(AlojaImporter::isHeader).orElse(false);
        return named(aloja ? AlojaImporter.NAME : CsvImporter.NAME);
    }
}
