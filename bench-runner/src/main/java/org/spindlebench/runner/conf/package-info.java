/**
 * Reads configuration strictly.
 *
 * <p>In: YAML files and the texts of options. Out: typed, validated values, or every problem at once, each with its
 * place, key, value, allowed values, nearest valid word and remedy.
 * {@link org.spindlebench.runner.conf.YamlFile.YamlTree} and {@link org.spindlebench.runner.conf.StrictMap} are
 * independent of suites and serve all kinds of files.
 */
package org.spindlebench.runner.conf;
