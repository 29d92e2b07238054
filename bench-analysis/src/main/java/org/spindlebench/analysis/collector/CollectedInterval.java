package org.spindlebench.analysis.collector;

import java.util.Map;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.NodeFigures;

/**
 * The activity of a node between two reports of its collector.
 *
 * @param from time of the previous report, in milliseconds since 1970
 * @param to time of this report, in the same unit; later than {@code from}
 * @param threads the number of hardware threads; null if the tool does not state it
 * @param cpu shares of the node's processor time; null if the report has none
 * @param devices rates of each device; null if the report has none. A device that is not listed was idle
 * @param network the rates of all interfaces with hardware behind them; null if the report has none
 */
record CollectedInterval(
        String node,
        long from,
        long to,
        Long threads,
        CpuShares cpu,
        Map<String, IoSum> devices,
        NetworkRates network) {
    CollectedInterval {
        devices = devices == null ? null : Map.copyOf(devices);
    }

    /**
     * Bytes per second. A value is NaN if it is unknown. Multiplied by time and summed, they are bytes.
     *
     * @param received bytes received per second
     * @param sent bytes sent per second
     */
    record NetworkRates(double received, double sent) {
        static final NetworkRates ZERO = new NetworkRates(0, 0);

        NetworkRates plus(NetworkRates rates, double seconds) {
            return new NetworkRates(received + rates.received * seconds, sent + rates.sent * seconds);
        }

        /** Converts this sum to bytes of all interfaces. */
        NodeFigures.Network figures() {
            return new NodeFigures.Network(NodeFigures.Network.ALL, whole(received), whole(sent));
        }

        private static Long whole(double bytes) {
            return Double.isNaN(bytes) ? null : (Long) Math.round(bytes);
        }
    }

    /**
     * Shares of the time of all hardware threads. Multiplied by time and summed, they are seconds. A value is NaN if it
     * is unknown.
     *
     * @param busy all time except {@code iowait} and other idle time
     * @param user time in programs, including those of lower priority (nice)
     * @param system time in the kernel, including interrupts
     * @param iowait idle time during which a request to a device was open
     */
    record CpuShares(double busy, double user, double system, double iowait) {
        static final CpuShares ZERO = new CpuShares(0, 0, 0, 0);
        private static final double PERCENT = 100;

        /** Converts the percentages that both tools print. */
        static CpuShares ofPercent(double user, double system, double iowait, double idle) {
            double busy = Math.max(0, 1 - (idle + iowait) / PERCENT);
            return new CpuShares(busy, user / PERCENT, system / PERCENT, iowait / PERCENT);
        }

        CpuShares plus(CpuShares share, double seconds) {
            return new CpuShares(
                    busy + share.busy * seconds,
                    user + share.user * seconds,
                    system + share.system * seconds,
                    iowait + share.iowait * seconds);
        }

        /** Converts this sum over some seconds to metrics; {@code threads} is null if the tool does not state it. */
        NodeFigures.Cpu figures(Long threads, double seconds) {
            return new NodeFigures.Cpu(
                    threads, mean(busy, seconds), mean(user, seconds), mean(system, seconds), mean(iowait, seconds));
        }

        private static Double mean(double sum, double seconds) {
            return Double.isNaN(sum) || seconds == 0 ? null : (Double) (sum / seconds);
        }
    }
}
