/**
 * Contains the parts that commands share. In: the words of a command line. Out: Hadoop's generic options, exit codes,
 * the program's environment, the formatting of its commands, and the interface of the module that hands campaigns on.
 */
package org.spindlebench.runner.console;
