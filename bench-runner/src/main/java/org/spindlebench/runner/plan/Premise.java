package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;

/**
 * What the setups of a comparison have in common: the papers compare setups of equal bandwidth, buyers those of equal cost. By what the setups' files
 * state, unless bandwidth was measured.
 *
 * @param bandwidth whether HDFS and the shuffle have the same under all setups
 * @param cost whether the devices' prices are the same
 */
record Premise(Answer bandwidth, Answer cost) {
    /** Setups are alike that differ by no more than this share. */
    private static final double ALIKE = 0.1;

    /** Whether something is equal. */
    enum Answer {
        EQUAL,
        DIFFERENT,
        NOT_STATED
    }

    static Premise of(List<SetupFigures> setups) {
        List<Answer> bandwidths = new ArrayList<>();
        for (List<RoleFigures> role : List.of(
                setups.stream().map(SetupFigures::hdfs).toList(),
                setups.stream().map(SetupFigures::shuffle).toList())) {
            List<RoleFigures.Bandwidth> known = role.stream()
                    .map(Premise::bandwidth)
                    .filter(Objects::nonNull)
                    .toList();
            boolean all = known.size() == setups.size();
            bandwidths.add(all ? alike(known.stream().mapToDouble(RoleFigures.Bandwidth::read)) : Answer.NOT_STATED);
            bandwidths.add(all ? alike(known.stream().mapToDouble(RoleFigures.Bandwidth::write)) : Answer.NOT_STATED);
        }
        return new Premise(all(bandwidths), cost(setups));
    }

    private static RoleFigures.Bandwidth bandwidth(RoleFigures role) {
        return role.measured() == null ? role.nominal() : role.measured();
    }

    private static Answer cost(List<SetupFigures> setups) {
        boolean stated = setups.stream().allMatch(setup -> setup.price() != null)
                && setups.stream().map(SetupFigures::currency).distinct().count() == 1;
        return stated ? alike(setups.stream().mapToDouble(SetupFigures::price)) : Answer.NOT_STATED;
    }

    /** Of the largest and the smallest. */
    private static Answer alike(DoubleStream figures) {
        double[] sorted = figures.sorted().toArray();
        boolean alike = sorted[sorted.length - 1] <= sorted[0] * (1 + ALIKE);
        return alike ? Answer.EQUAL : Answer.DIFFERENT;
    }

    private static Answer all(List<Answer> answers) {
        if (answers.contains(Answer.DIFFERENT)) {
            return Answer.DIFFERENT;
        }
        return answers.contains(Answer.NOT_STATED) ? Answer.NOT_STATED : Answer.EQUAL;
    }

    /** For people. */
    String describe() {
        String both = bandwidth == Answer.DIFFERENT && cost == Answer.DIFFERENT
                ? "neither equal bandwidth nor equal cost"
                : say("bandwidth", bandwidth) + ", " + say("cost", cost);
        return both + " (alike: within 10 %)";
    }

    private static String say(String what, Answer answer) {
        return switch (answer) {
            case EQUAL -> "equal " + what;
            case DIFFERENT -> "different " + what;
            case NOT_STATED -> what + " not stated by all setups";
        };
    }
}
