/**
 * Imports results of other tools as records.
 *
 * <p>In: files of other tools, and CSV, which any tool can write. Out: {@link
 * org.spindlebench.analysis.record.RunRecord}s with a {@code source}, one at a time, and each unreadable line as an
 * {@link org.spindlebench.analysis.importer.Importer.UnreadableLine}. To add a format, write an {@link
 * org.spindlebench.analysis.importer.Importer} and add one line to {@link
 * org.spindlebench.analysis.importer.Imports.Importers}.
 */
package org.spindlebench.analysis.importer;
