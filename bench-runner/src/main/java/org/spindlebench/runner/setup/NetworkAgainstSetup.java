package org.spindlebench.runner.setup;

import java.util.Locale;
import java.util.function.Consumer;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.runner.conf.NetworkLink;

/** Holds the interfaces of one node against the network that a setup declares. */
final class NetworkAgainstSetup {
    /** A link is of another class where it is faster or slower by this; InfiniBand states 32 Gb/s where its makers say 40. */
    private static final double OTHER_CLASS = 2;

    private static final double ALIKE = 0.1;
    private static final double BITS = 8;
    private static final double GIGA = 1e9;

    private final NetworkLink declared;
    private final Consumer<String> wrong;
    private final Consumer<String> doubts;

    /** @param declared the setup's; null where it declares none */
    NetworkAgainstSetup(NetworkLink declared, Consumer<String> wrong, Consumer<String> doubts) {
        this.declared = declared;
        this.wrong = wrong;
        this.doubts = doubts;
    }

    void check(NodeLayout layout) {
        if (declared == null || declared.interfaceName() == null) {
            return;
        }
        NodeLayout.Network found = layout.network(declared.interfaceName());
        if (layout.networks().isEmpty()) {
            doubts.accept("its network interfaces are not known");
        } else if (found == null) {
            wrong.accept("it has no interface " + declared.interfaceName() + ", but "
                    + String.join(
                            ", ",
                            layout.networks().stream()
                                    .map(NodeLayout.Network::name)
                                    .toList()));
        } else if (declared.bandwidth() != null) {
            checkSpeed(found, declared.bandwidth() * BITS);
        }
    }

    private void checkSpeed(NodeLayout.Network found, double bits) {
        if (found.bitsPerSecond() == null) {
            doubts.accept("the speed of " + found.name() + " is not known");
            return;
        }
        double ratio = found.bitsPerSecond() / bits;
        if (Math.abs(ratio - 1) <= ALIKE) {
            return;
        }
        boolean virtual =
                Boolean.FALSE.equals(found.physical()) && found.slaves().isEmpty();
        boolean otherClass = ratio >= OTHER_CLASS || ratio <= 1 / OTHER_CLASS;
        String text = String.format(
                Locale.ROOT,
                "the link of %s has %.3g Gb/s, and %.3g Gb/s are declared",
                found.name(),
                found.bitsPerSecond() / GIGA,
                bits / GIGA);
        (otherClass && !virtual ? wrong : doubts).accept(text);
    }
}
