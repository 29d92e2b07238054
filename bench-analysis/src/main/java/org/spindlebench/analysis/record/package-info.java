/**
 * Defines the record of a run: one JSON document, schema {@link org.spindlebench.analysis.record.RunRecord#SCHEMA}.
 *
 * <p>In: the values that the runner collected. Out: files under {@code results/<campaign>/runs/}, which are the only
 * connection between runner and analysis. Units are base units: bytes, seconds, bytes per second; instants are ISO-8601
 * in UTC.
 */
package org.spindlebench.analysis.record;
