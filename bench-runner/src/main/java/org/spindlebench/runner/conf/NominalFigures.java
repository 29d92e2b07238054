package org.spindlebench.runner.conf;

/**
 * What is stated of one device. Null where nothing is.
 *
 * @param capacity bytes
 * @param readBandwidth sequential bytes per second
 * @param writeBandwidth sequential bytes per second
 * @param price in the setup's currency
 * @param watts that it draws when it is busy
 */
public record NominalFigures(Long capacity, Long readBandwidth, Long writeBandwidth, Double price, Double watts) {
    /** Nothing is stated. */
    public static final NominalFigures NONE = new NominalFigures(null, null, null, null, null);
}
