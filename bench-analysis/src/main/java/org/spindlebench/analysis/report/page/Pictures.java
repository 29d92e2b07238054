package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;

/** Every picture of a page, in its order. To add one, write a class that makes its rows, a specification among the resources, and a line here. */
public final class Pictures {
    private Pictures() {}

    /** Those that there are rows of. */
    public static List<Picture> of(Findings findings, RunEvidence evidence) {
        List<Picture> pictures = new ArrayList<>();
        pictures.add(NormalisedPicture.of(findings));
        pictures.addAll(CostPictures.of(findings));
        pictures.add(RunsPicture.of(findings));
        pictures.add(SettingPictures.average(findings));
        pictures.add(SettingPictures.sweeps(findings));
        pictures.add(DevicePictures.sizes(findings));
        pictures.add(DevicePictures.cpu(findings));
        pictures.add(ClockPicture.of(findings));
        pictures.addAll(EvidencePictures.of(findings, evidence));
        return pictures;
    }
}
