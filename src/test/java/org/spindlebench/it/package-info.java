/**
 * Tests across the modules. In: the modules' class files, `bench-runner.jar` and Hadoop's jars as the build left them. Out: nothing; what a test
 * starts ends with it.
 */
package org.spindlebench.it;
