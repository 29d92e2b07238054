/**
 * Other people's results as records.
 *
 * <p>In: files of other tools, and the CSV that any tool can write. Out: {@link org.spindlebench.analysis.record.RunRecord}s with
 * a {@code source}, one at a time, and what could not be read as {@link org.spindlebench.analysis.importer.UnreadableLine}s.
 * To add a format, write an {@link org.spindlebench.analysis.importer.Importer} and one line in
 * {@link org.spindlebench.analysis.importer.Importers}.
 */
package org.spindlebench.analysis.importer;
