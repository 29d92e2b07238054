/**
 * Contains the parts that commands share: Hadoop's generic options, exit codes, the environment of the program, and its
 * own commands as text.
 */
package org.spindlebench.runner.console;
