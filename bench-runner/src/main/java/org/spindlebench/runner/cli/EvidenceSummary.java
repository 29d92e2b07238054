package org.spindlebench.runner.cli;

import java.time.Instant;
import java.util.List;

/**
 * What got evidence, as {@code --json} prints it.
 *
 * @param campaigns by campaign
 * @param nodes the nodes of the files
 * @param notes what else is to be known of files
 * @param unreadable lines that could not be read
 */
record EvidenceSummary(List<Campaign> campaigns, List<Node> nodes, List<String> notes, long unreadable) {
    /**
     * A node.
     *
     * @param node its name
     * @param from the begin of its first interval
     * @param to the end of its last
     */
    record Node(String node, Instant from, Instant to) {
        @Override
        public String toString() {
            return node + ": " + from + " to " + to;
        }
    }

    /**
     * One campaign.
     *
     * @param campaign its name
     * @param records where the copies of its records lie
     * @param runs its runs
     * @param watched those with evidence, also in part
     * @param inPart of these, those of which a node is missing for some time
     * @param outside those that lie outside of the files' time
     * @param untimed those without times of YARN
     */
    record Campaign(String campaign, String records, long runs, long watched, long inPart, long outside, long untimed) {
        @Override
        public String toString() {
            return campaign + ": evidence for " + watched + " of " + runs + (runs == 1 ? " run" : " runs")
                    + (inPart == 0 ? "" : ", of " + inPart + " in part")
                    + (outside == 0 ? "" : "; " + lie(outside) + " outside of the files' time")
                    + (untimed == 0 ? "" : "; " + have(untimed) + " no times of YARN")
                    + " -> " + records;
        }

        private static String lie(long count) {
            return count + (count == 1 ? " lies" : " lie");
        }

        private static String have(long count) {
            return count + (count == 1 ? " has" : " have");
        }
    }
}
