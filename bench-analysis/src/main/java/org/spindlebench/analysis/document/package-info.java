/**
 * Documents on disk in JSON, for the analysis and the runner.
 *
 * <p>In: immutable records. Out: files that are complete or do not exist, and records read back from them.
 */
package org.spindlebench.analysis.document;
