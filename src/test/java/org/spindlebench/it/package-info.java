/**
 * Tests across the modules. In: the modules' class files, `bench-runner.jar` and Hadoop's jars as the build left them.
 * Out: nothing; everything that a test starts ends with it.
 */
package org.spindlebench.it;
