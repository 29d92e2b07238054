package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Explains a refusal by a permission, an access control list or Kerberos: the refused user, the refused action, and the
 * remedy. Hadoop's own messages name no remedy, and arrive in exceptions of many types.
 */
public final class Refusal {
    private Refusal() {}

    /** Returns the explanation of an error, which may be in one of its causes; empty if nothing was refused. */
    public static Optional<String> of(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause() == each ? null : each.getCause()) {
            Optional<String> found = in(String.valueOf(each.getMessage()));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the explanation of a message of Hadoop's; empty if it is not a known refusal. */
    public static Optional<String> in(String message) {
        for (Known known : Known.values()) {
            Matcher found = known.pattern.matcher(message);
            if (found.find()) {
                return Optional.of(known.explain(found.toMatchResult()));
            }
        }
        return Optional.empty();
    }

    /** Returns the client's user and, with Kerberos, its principal. */
    static String me() {
        try {
            return named(UserGroupInformation.getCurrentUser().getShortUserName());
        } catch (IOException | RuntimeException unknown) {
            return "this client";
        }
    }

    /** Returns a user, with the principal if it is the client's own user. */
    private static String named(String user) {
        try {
            UserGroupInformation own = UserGroupInformation.getCurrentUser();
            boolean known =
                    own.getShortUserName().equals(user) && !own.getUserName().equals(user);
            return known ? user + " (principal " + own.getUserName() + ")" : user;
        } catch (IOException | RuntimeException unknown) {
            return user;
        }
    }

    private enum Known {
        INODE("Permission denied: user=([^,\\s]+), access=(\\w+), inode=\"([^\"]*)\":([^:\\s]+:[^:\\s]+):(\\S+)") {
            @Override
            String explain(MatchResult found) {
                return "HDFS refuses " + named(found.group(1)) + " the right " + found.group(2) + " on "
                        + found.group(3)
                        + " (" + found.group(4) + ", " + found.group(5)
                        + "); ask its owner for the right, or name a directory of your own with --base-dir";
            }
        },
        OWNER("Permission denied\\. user=(\\S+) is not the owner of inode=(\\S+)") {
            @Override
            String explain(MatchResult found) {
                return "HDFS refuses " + named(found.group(1)) + " to change " + found.group(2)
                        + ", which belongs to another user; name a directory of your own with --base-dir";
            }
        },
        QUEUE(
                "User (\\S+) (?:does not have permission to submit \\S+ to|cannot submit applications to) queue ([^\\s:]+)") {
            @Override
            String explain(MatchResult found) {
                return queue(named(found.group(1)), found.group(2));
            }
        },
        KEY("User ?\\[?:?([^\\]\\s]+)\\]? (?:is not authorized to perform|not allowed to do) \\[?'?(\\w+)'?\\]? on"
                + " (?:key with ACL name )?[\\['](\\S+?)[\\]']") {
            @Override
            String explain(MatchResult found) {
                return "the key server of HDFS refuses " + named(found.group(1)) + " the right " + found.group(2)
                        + " on the key " + found.group(3)
                        + " of an encryption zone; ask its administrator for the right"
                        + " (kms-acls.xml), or name a directory outside the zone with --base-dir";
            }
        },
        SERVICE("User (\\S+) (?:\\([^)]*\\) )?is not authorized for protocol interface (\\S*?)(\\w+)(?=[:,\\s]|$)") {
            @Override
            String explain(MatchResult found) {
                return "the cluster refuses the principal " + found.group(1) + " the service " + found.group(3)
                        + "; ask its administrator to name this user in the service's access control list"
                        + " (hadoop-policy.xml), or use another principal";
            }
        },
        NO_USER("No rules applied to (\\S+)") {
            @Override
            String explain(MatchResult found) {
                return "hadoop.security.auth_to_local makes no user of the principal " + found.group(1)
                        + "; use a principal of the cluster's realm, or ask its administrator for a rule";
            }
        },
        SIMPLE_CLIENT("SIMPLE authentication is not enabled") {
            @Override
            String explain(MatchResult found) {
                return "the cluster uses Kerberos, and this client's Hadoop files do not (hadoop.security.authentication"
                        + " is simple); point HADOOP_CONF_DIR at the cluster's client configuration";
            }
        },
        SIMPLE_CLUSTER("Server asks us to fall back to SIMPLE auth") {
            @Override
            String explain(MatchResult found) {
                return "this client's Hadoop files use Kerberos, and the cluster does not (hadoop.security.authentication"
                        + " is kerberos); point HADOOP_CONF_DIR at the cluster's client configuration";
            }
        },
        CLOCK("Clock skew too great") {
            @Override
            String explain(MatchResult found) {
                return "Kerberos refuses " + me()
                        + " because the clock of this host differs too much from the cluster's;"
                        + " synchronise the clocks";
            }
        },
        TICKET("(?:Client cannot authenticate via:|Failed to find any Kerberos tgt|Ticket expired)") {
            @Override
            String explain(MatchResult found) {
                return "the cluster uses Kerberos, and " + me() + " has no valid ticket; run `kinit`, or give --keytab"
                        + " and --principal";
            }
        };

        // Patterns are immutable.
        @SuppressWarnings("ImmutableEnumChecker")
        private final Pattern pattern;

        Known(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        abstract String explain(MatchResult found);
    }

    /** Explains that a user may not submit to a queue. */
    static String queue(String user, String queue) {
        return "YARN refuses " + user + " the queue " + queue + "; name a queue of yours with --queue, or ask the"
                + " administrator to name this user in the queue's acl_submit_applications";
    }
}
