/**
 * Reads configuration and refuses everything that it does not understand.
 *
 * <p>In: YAML files and the texts of options. Out: typed, validated values, or all problems at once. Each problem has
 * its location, key, value, allowed values, nearest valid word and remedy.
 *
 * <p>{@link org.spindlebench.runner.conf.YamlFile.YamlTree} and {@link org.spindlebench.runner.conf.StrictMap} do not
 * depend on suites and are used for all kinds of files.
 */
package org.spindlebench.runner.conf;
