/**
 * The options of {@code run}, {@code plan} and {@code check}.
 *
 * <p>In: the command line, or the saved options of a campaign. Out: fields that {@code cli} and {@code campaign} read,
 * and texts that a campaign saves.
 */
package org.spindlebench.runner.options;
