package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** The way in which Spindle applies a setup. */
public sealed interface SetupWay {
    WayKind kind();

    default AppliedBy appliedBy() {
        return kind().appliedBy;
    }

    /** Returns the kind, followed by who applies the setup. */
    default String describe() {
        return kind().word + " (" + appliedBy().who + ")";
    }

    /** Who applies a setup. */
    enum AppliedBy {
        /** Spindle applies the setup, and can check it before an experiment's first run. */
        SPINDLE("Spindle"),
        /** Commands in the setup's file apply the setup when a visit begins. */
        COMMANDS("its commands"),
        /**
         * The user applies the setup. If it is not in force, an experiment waits for the user instead of skipping the
         * visit.
         */
        USER("user");

        private final String who;

        AppliedBy(String who) {
            this.who = who;
        }
    }

    /** The kinds of ways, with the keys that each allows. */
    enum WayKind {
        EMBEDDED("embedded", AppliedBy.SPINDLE),
        EMULATED("emulated", AppliedBy.SPINDLE, "scale"),
        POLICY("policy", AppliedBy.SPINDLE, "policy"),
        LABEL("label", AppliedBy.SPINDLE, "label"),
        COMMAND(
                "command",
                AppliedBy.COMMANDS,
                "apply",
                "apply_limit",
                "verify",
                "verify_limit",
                "restore",
                "restore_limit",
                "healthy_limit"),
        AS_IS("as-is", AppliedBy.USER, "verify", "verify_limit");

        private final String word;
        private final AppliedBy appliedBy;

        // This list is immutable.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> keys;

        WayKind(String word, AppliedBy appliedBy, String... keys) {
            this.word = word;
            this.appliedBy = appliedBy;
            this.keys = List.of(keys);
        }

        String word() {
            return word;
        }

        List<String> keys() {
            return keys;
        }

        static List<String> words() {
            return Arrays.stream(values()).map(WayKind::word).toList();
        }

        static WayKind parse(String text) throws NotUnderstoodException {
            String known = AllowedValues.of("way", words()).parse(text);
            return values()[words().indexOf(known)];
        }

        /** Returns the keys of all kinds, each once. */
        static List<String> allKeys() {
            return Arrays.stream(values())
                    .flatMap(kind -> kind.keys.stream())
                    .distinct()
                    .toList();
        }

        /** Returns the words of the kinds that allow a key. */
        static List<String> having(String key) {
            return Arrays.stream(values())
                    .filter(kind -> kind.keys.contains(key))
                    .map(WayKind::word)
                    .toList();
        }
    }

    /** Spindle starts a cluster on the setup's directories. */
    record Embedded() implements SetupWay {
        @Override
        public WayKind kind() {
            return WayKind.EMBEDDED;
        }
    }

    /**
     * Spindle emulates the setup's devices on this host, and starts a cluster on them.
     *
     * @param scale the number by which all bandwidths and capacities are divided, at least 1
     */
    record Emulated(int scale) implements SetupWay {
        /** The largest scale. */
        public static final int MOST = 1000;
        /** The scale if nobody states one. */
        public static final int USUAL = 10;

        @Override
        public WayKind kind() {
            return WayKind.EMULATED;
        }

        public Emulated {
            if (scale < 1) {
                throw new IllegalArgumentException("a scale is at least 1: " + scale);
            }
        }
    }

    /**
     * On a running cluster with several storage types, a storage policy determines where the blocks of Spindle's own
     * directories are stored. The shuffle stays in the cluster's directories.
     */
    record Policy(StoragePolicy policy) implements SetupWay {
        @Override
        public WayKind kind() {
            return WayKind.POLICY;
        }

        public Policy {
            Objects.requireNonNull(policy, "policy");
        }
    }

    /** A YARN node label selects the machines. */
    record Label(String label) implements SetupWay {
        @Override
        public WayKind kind() {
            return WayKind.LABEL;
        }

        public Label {
            Objects.requireNonNull(label, "label");
        }
    }

    /**
     * The user's own commands change the cluster.
     *
     * @param apply applies the setup
     * @param verify exits with 0 if the setup is in force
     * @param restore changes the cluster back
     * @param healthyLimit the time limit for the cluster to recover fully after {@code apply} and after {@code restore}
     */
    record SetupCommands(Hook apply, Hook verify, Hook restore, Duration healthyLimit) implements SetupWay {
        @Override
        public WayKind kind() {
            return WayKind.COMMAND;
        }

        public SetupCommands {
            Objects.requireNonNull(apply, "apply");
            Objects.requireNonNull(verify, "verify");
            Objects.requireNonNull(restore, "restore");
            Objects.requireNonNull(healthyLimit, "healthyLimit");
        }
    }

    /**
     * The cluster is used as it is.
     *
     * @param verify exits with 0 if the setup is in force; null if the file has no such command
     */
    record AsIs(Hook verify) implements SetupWay {
        @Override
        public WayKind kind() {
            return WayKind.AS_IS;
        }
    }

    /** A command that the user provides. */
    record Hook(String command, Duration limit) {
        public Hook {
            Objects.requireNonNull(command, "command");
            Objects.requireNonNull(limit, "limit");
        }
    }

    /** The storage policies of HDFS. Each has the storage types that it prefers for replicas, without its fallbacks. */
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

        /** Returns the storage type of the first replica, followed by that of the other replicas if it differs. */
        public List<StorageType> types() {
            return types;
        }

        /** Returns the policy of a setting, in upper or lower case. */
        public static StoragePolicy of(String setting) {
            return valueOf(setting.toUpperCase(Locale.ROOT));
        }

        /** Returns how many of a file's stored bytes, which include all replicas, are for a storage type. */
        public long bytesOn(String type, int replicas, long stored) {
            long first = types.size() == 1 ? stored : stored / Math.max(1, replicas);
            if (type.equals(types.get(0).name())) {
                return first;
            }
            return types.stream().anyMatch(each -> each.name().equals(type)) ? stored - first : 0;
        }

        static StoragePolicy parse(String text) throws NotUnderstoodException {
            return valueOf(AllowedValues.of(
                            "storage policy",
                            Arrays.stream(values()).map(StoragePolicy::name).toList())
                    .parse(text));
        }
    }
}
