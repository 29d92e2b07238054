/**
 * What commands share: generic options of Hadoop, exit codes, the world around the program, and how it names its own commands.
 */
package org.spindlebench.runner.console;
