package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** How a setup is applied. */
public sealed interface SetupWay {
    /** Spindle starts a cluster on the setup's directories. */
    record Embedded() implements SetupWay {}

    /**
     * One running cluster with several storage types: a storage policy places the blocks of Spindle's own directories.
     * The shuffle stays in the cluster's directories.
     *
     * @param policy the storage policy of HDFS
     */
    record Policy(StoragePolicy policy) implements SetupWay {
        public Policy {
            Objects.requireNonNull(policy, "policy");
        }
    }

    /**
     * A YARN node label chooses the machines.
     *
     * @param label the label's name
     */
    record Label(String label) implements SetupWay {
        public Label {
            Objects.requireNonNull(label, "label");
        }
    }

    /**
     * The user's own commands change the cluster.
     *
     * @param apply applies the setup
     * @param verify exits with 0 if it is in force
     * @param restore changes the cluster back
     * @param healthyLimit how long the cluster may take to recover fully after {@code apply} and after {@code restore}
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
     * The cluster as it is.
     *
     * @param verify exits with 0 if the setup is in force; null if the file has no such command
     */
    record AsIs(Hook verify) implements SetupWay {}

    /**
     * A command of the user.
     *
     * @param command the command for a shell
     * @param limit how long it may take
     */
    record Hook(String command, Duration limit) {
        public Hook {
            Objects.requireNonNull(command, "command");
            Objects.requireNonNull(limit, "limit");
        }
    }

    /** HDFS's storage policies, each with the storage types that it prefers for replicas, without its fallbacks. */
    public enum StoragePolicy {
        HOT(StorageType.DISK),
        ONE_SSD(StorageType.SSD, StorageType.DISK),
        ALL_SSD(StorageType.SSD),
        WARM(StorageType.DISK, StorageType.ARCHIVE),
        COLD(StorageType.ARCHIVE),
        LAZY_PERSIST(StorageType.RAM_DISK, StorageType.DISK);

        // This list is immutable.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<StorageType> types;

        StoragePolicy(StorageType... types) {
            this.types = List.of(types);
        }

        /** Returns the storage type of the first replica, and that of the others if it differs. */
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
