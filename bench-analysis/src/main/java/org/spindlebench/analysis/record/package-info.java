/**
 * Defines the record of a run: one JSON document, schema {@link org.spindlebench.analysis.record.RunRecord#SCHEMA}.
 *
 * <p>In: the values that the runner collected. Out: files under {@code results/<campaign>/runs/}. Reports read runs
 * only from these files and the samples next to them. Units are base units: bytes, seconds, bytes per second; instants
 * are ISO-8601 in UTC.
 */
package org.spindlebench.analysis.record;
