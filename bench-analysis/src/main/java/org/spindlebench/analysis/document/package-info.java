/**
 * Reads and writes JSON documents on disk, for the analysis and the runner.
 *
 * <p>In: immutable records. Out: files that are complete or do not exist, and records that are read back from such
 * files.
 */
package org.spindlebench.analysis.document;
