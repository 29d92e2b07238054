/**
 * Measures the devices below directories of one node.
 *
 * <p>In: directories and {@link org.spindlebench.jobs.device.ProbeSettings}. Out:
 * {@link org.spindlebench.jobs.probe.layout.Finding}s of the kinds {@code settings}, {@code place} and
 * {@code measurement}, as {@link org.spindlebench.jobs.device.DeviceProbe} describes them.
 */
package org.spindlebench.jobs.device;
