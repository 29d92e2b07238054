/**
 * Contains the commands {@code report} and {@code compare}.
 *
 * <p>In: results on disk, a filter and questions. Out: reports, texts, and the exit code of a build gate.
 */
package org.spindlebench.runner.reports;
