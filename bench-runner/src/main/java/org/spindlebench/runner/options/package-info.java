/**
 * The options of {@code run}, {@code plan} and {@code check}: as the command line gives them, as a campaign saves them,
 * and as all code reads them.
 */
package org.spindlebench.runner.options;
