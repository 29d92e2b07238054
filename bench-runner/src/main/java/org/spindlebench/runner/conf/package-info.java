/**
 * Strict configuration. In: YAML files and the texts of options. Out: typed, validated values, or every problem at once,
 * each with its place, key, value, what is allowed, the nearest valid word and what to do. {@link
 * org.spindlebench.runner.conf.YamlTree} and {@link org.spindlebench.runner.conf.StrictMap} know nothing of suites: any
 * other kind of file is read with the same two.
 */
package org.spindlebench.runner.conf;
