package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** How a setup is brought about. */
public sealed interface SetupWay {
    /** Spindle starts a cluster on the setup's directories. */
    record Embedded() implements SetupWay {}

    /**
     * One running cluster with several storage types: HDFS puts the blocks of Spindle's own directories where a policy says.
     * The shuffle stays where the cluster has it.
     *
     * @param policy HDFS's
     */
    record Policy(StoragePolicy policy) implements SetupWay {
        public Policy {
            Objects.requireNonNull(policy, "policy");
        }
    }

    /**
     * A YARN node label chooses the machines.
     *
     * @param label its name
     */
    record Label(String label) implements SetupWay {
        public Label {
            Objects.requireNonNull(label, "label");
        }
    }

    /**
     * The user's own commands change the cluster.
     *
     * @param apply brings the setup about
     * @param verify exits with 0 where it is in force
     * @param restore undoes it
     * @param healthyLimit how long the cluster may take after {@code apply}, and after {@code restore}, until all of it works again
     */
    record Commands(Hook apply, Hook verify, Hook restore, Duration healthyLimit) implements SetupWay {
        public Commands {
            Objects.requireNonNull(apply, "apply");
            Objects.requireNonNull(verify, "verify");
            Objects.requireNonNull(restore, "restore");
            Objects.requireNonNull(healthyLimit, "healthyLimit");
        }
    }

    /**
     * The cluster as it stands.
     *
     * @param verify exits with 0 where the setup is in force; null where the file states no such command
     */
    record AsIs(Hook verify) implements SetupWay {}

    /**
     * A command of the user.
     *
     * @param command for a shell
     * @param limit how long it may take
     */
    record Hook(String command, Duration limit) {
        public Hook {
            Objects.requireNonNull(command, "command");
            Objects.requireNonNull(limit, "limit");
        }
    }

    /** HDFS's storage policies, and the storage types on which each wants replicas, without what it falls back to. */
    public enum StoragePolicy {
        HOT(StorageType.DISK),
        ONE_SSD(StorageType.SSD, StorageType.DISK),
        ALL_SSD(StorageType.SSD),
        WARM(StorageType.DISK, StorageType.ARCHIVE),
        COLD(StorageType.ARCHIVE),
        LAZY_PERSIST(StorageType.RAM_DISK, StorageType.DISK);

        // A copy that nobody changes.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<StorageType> types;

        StoragePolicy(StorageType... types) {
            this.types = List.of(types);
        }

        /** The first replica's storage type, and that of the others where it is another. */
        public List<StorageType> types() {
            return types;
        }

        static StoragePolicy parse(String text) throws NotUnderstoodException {
            return valueOf(Words.of(
                            "storage policy",
                            Arrays.stream(values()).map(StoragePolicy::name).toList())
                    .parse(text));
        }
    }
}
