package org.spindlebench.analysis.collector;

import java.util.Map;

/**
 * What a node did between two reports of its collector.
 *
 * @param node its name
 * @param from time of the report before, in milliseconds since 1970
 * @param to time of the report, later
 * @param threads hardware threads; null where the tool does not say
 * @param cpu shares of its processors' time; null where the report has none
 * @param devices rates by device; null where the report has none. A device that is not there did nothing
 */
record Interval(String node, long from, long to, Long threads, CpuShares cpu, Map<String, DeviceRates> devices) {
    Interval {
        devices = devices == null ? null : Map.copyOf(devices);
    }
}
