package org.spindlebench.runner.cli;

import java.util.List;
import org.spindlebench.analysis.device.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.ProbeDoubts;
import org.spindlebench.analysis.device.ProbedDirectory;
import org.spindlebench.analysis.device.SharedLimit;

/**
 * What {@code devices --json} prints.
 *
 * @param doubts sentences
 */
record DevicesDocument(
        int schema,
        String node,
        Long fileBytes,
        Long seed,
        String tool,
        List<ProbedDirectory> directories,
        List<Measured> measurements,
        List<SharedLimit> sharedLimits,
        List<String> doubts) {
    private static final int SCHEMA = 1;

    /**
     * A measurement with the figures that are made of it.
     *
     * @param bandwidth bytes per second
     * @param bytesPerIo of the device's requests
     * @param moved the device's bytes over those asked for
     */
    record Measured(
            String directory,
            String operation,
            long block,
            Long threads,
            int others,
            Long bytes,
            Double seconds,
            Long requests,
            Long deviceBytes,
            Long deviceRequests,
            Double bandwidth,
            Double bytesPerIo,
            Double moved,
            String tool,
            String access,
            String error) {
        private static Measured of(DeviceMeasurement one) {
            return new Measured(
                    one.directory(),
                    one.operation(),
                    one.block(),
                    one.threads(),
                    one.others(),
                    one.bytes(),
                    one.seconds(),
                    one.requests(),
                    one.deviceBytes(),
                    one.deviceRequests(),
                    one.bandwidth(),
                    one.bytesPerIo(),
                    one.moved(),
                    one.tool(),
                    one.access(),
                    one.error());
        }
    }

    static DevicesDocument of(DeviceProbeResult result) {
        return new DevicesDocument(
                SCHEMA,
                result.node(),
                result.fileBytes(),
                result.seed(),
                result.tool(),
                result.directories(),
                result.measurements().stream().map(Measured::of).toList(),
                result.sharedLimits(),
                ProbeDoubts.of(result));
    }
}
