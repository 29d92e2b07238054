/**
 * JSON documents on disk, for the analysis and the runner alike.
 *
 * <p>In: immutable records. Out: files that are whole or not there, and records read back from them.
 */
package org.spindlebench.analysis.document;
