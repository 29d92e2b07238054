package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;

/** Every picture of a page, in its order. To add one, write a class that makes its rows, a specification among the resources, and a line here. */
public final class Pictures {
    private Pictures() {}

    /** Those that there are rows of. */
    public static List<Picture> of(Findings findings, RunEvidence evidence) {
        Interest interest = Interest.byDuration(findings);
        List<Picture> pictures = new ArrayList<>();
        pictures.add(NormalisedPicture.of(findings).limitedTo(interest.ofContenders()));
        pictures.addAll(CostPictures.of(findings));
        pictures.add(RunsPicture.of(findings).limitedTo(interest));
        pictures.add(SettingPictures.average(findings).limitedTo(interest));
        pictures.add(SettingPictures.sweeps(findings).limitedTo(interest.few()));
        pictures.add(DevicePictures.sizes(findings).limitedTo(interest));
        pictures.add(DevicePictures.cpu(findings).limitedTo(interest));
        pictures.add(ClockPicture.of(findings).limitedTo(interest));
        pictures.addAll(EvidencePictures.of(findings, evidence, interest));
        return pictures;
    }
}
