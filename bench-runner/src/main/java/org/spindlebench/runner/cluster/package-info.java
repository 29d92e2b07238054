/** All that talks to a cluster: in go settings and applications, out come plain values. */
package org.spindlebench.runner.cluster;
