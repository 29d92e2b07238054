package org.spindlebench.analysis.record;

/**
 * Was it one wave of tasks?
 *
 * @param slots tasks of this job's wave that the cluster was thought to run at once
 * @param slotsByMemory the answer when only memory is counted
 * @param slotsByDominant the answer when memory and vcores are counted
 * @param rule how {@code slots} was chosen: {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
 * @param maps map tasks of the job
 * @param reduces reduce tasks of the job
 * @param peakMaps most map attempts that ran at one instant
 * @param peakReduces most reduce attempts that ran at one instant
 * @param oneWave whether the tasks of the job's wave were seen to fit; false where tasks waited while others ran on; null when the run can't show it
 */
public record Wave(
        Integer slots,
        Integer slotsByMemory,
        Integer slotsByDominant,
        String rule,
        Integer maps,
        Integer reduces,
        Integer peakMaps,
        Integer peakReduces,
        Boolean oneWave) {}
