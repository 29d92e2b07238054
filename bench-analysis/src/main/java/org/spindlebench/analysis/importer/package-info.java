/**
 * Imports other tools' results as records.
 *
 * <p>In: files of other tools, and the CSV that any tool can write. Out: {@link
 * org.spindlebench.analysis.record.RunRecord}s with a {@code source}, one at a time, and unreadable lines as {@link
 * org.spindlebench.analysis.importer.Importer.UnreadableLine}s. To add a format, write an {@link
 * org.spindlebench.analysis.importer.Importer} and add one line to {@link
 * org.spindlebench.analysis.importer.Imports.Importers}.
 */
package org.spindlebench.analysis.importer;
