/**
 * Real jobs on one embedded cluster in this JVM, and the proofs of their validity on real and on spoilt results. In: `bench-runner.jar` and Hadoop's jars.
 * Out: nothing; the cluster ends with the tests.
 */
package org.spindlebench.it.proof;
