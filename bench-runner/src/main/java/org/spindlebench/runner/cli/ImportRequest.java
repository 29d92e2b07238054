package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.Importer;

/**
 * What is to be imported.
 *
 * @param importer by which importer
 * @param files which files, with campaigns of different names
 * @param out the directory for the records
 */
record ImportRequest(Importer importer, List<ImportFile> files, Path out) {
    ImportRequest {
        files = List.copyOf(files);
    }
}
