/**
 * Reads and writes JSON documents, journals and lines on disk, and writes values and tables for people.
 *
 * <p>In: immutable records. Out: files that are complete or do not exist, and records that are read back from such
 * files.
 */
package org.spindlebench.analysis.document;
