/**
 * Contains the parts that commands share: Hadoop's generic options, exit codes, the program's environment, and the
 * formatting of its commands.
 */
package org.spindlebench.runner.console;
