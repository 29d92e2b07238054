/**
 * Runs real jobs on one embedded cluster in this JVM, and tests the proofs of their validity on real and on spoiled
 * results. In: `bench-runner.jar` and Hadoop's jars. Out: nothing; the cluster ends with the tests.
 */
package org.spindlebench.it.proof;
