package org.spindlebench.runner.cluster.session;

import java.io.File;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The client's Kerberos login. It uses the user's ticket, which Hadoop renews as long as the ticket permits it, or a
 * keytab, with which Hadoop can log in again at any time.
 *
 * @param keytab the file; null if the user's ticket is to be used
 * @param principal its principal; null if the user's ticket is to be used
 */
record Login(String keytab, String principal) {
    private static final String RENEWS = "hadoop.kerberos.keytab.login.autorenewal.enabled";
    private static final String KINIT = "hadoop.kerberos.kinit.command";
    private static final String TICKET_GRANTING = "krbtgt/";

    /** Finds the login among the arguments for Hadoop. Hadoop's own parser does not know its options. */
    static Login in(List<String> arguments) {
        return new Login(value(arguments, "--keytab"), value(arguments, "--principal"));
    }

    private static String value(List<String> arguments, String option) {
        int at = arguments.indexOf(option);
        return at < 0 ? null : arguments.get(at + 1);
    }

    /** Returns the arguments without the login. */
    static List<String> without(List<String> arguments) {
        List<String> others = new ArrayList<>();
        for (int at = 0; at < arguments.size(); at += 2) {
            if (!List.of("--keytab", "--principal").contains(arguments.get(at))) {
                others.addAll(arguments.subList(at, at + 2));
            }
        }
        return others;
    }

    /**
     * Logs in with the keytab, if there is one.
     *
     * @throws IOException if Kerberos refuses it
     */
    void begin(Configuration configuration) throws IOException {
        configuration.setBoolean(RENEWS, true);
        UserGroupInformation.setConfiguration(configuration);
        if (keytab == null) {
            return;
        }
        if (!UserGroupInformation.isSecurityEnabled()) {
            throw new IOException("--keytab: this client's Hadoop files do not use Kerberos"
                    + " (hadoop.security.authentication is simple); leave it out");
        }
        try {
            UserGroupInformation.loginUserFromKeytab(principal, keytab);
        } catch (IOException e) {
            throw new IOException(
                    "--keytab: Kerberos refuses " + principal + " with " + keytab + " (" + e.getMessage()
                            + "); check with `klist -kt " + keytab + "`",
                    e);
        }
    }

    /**
     * Returns when the user's ticket ends, with all renewals; empty without Kerberos or with a keytab. Without the command
     * that renews tickets, there are no renewals.
     */
    static Optional<Instant> ticketEnds(Configuration configuration) throws IOException {
        UserGroupInformation user = UserGroupInformation.getLoginUser();
        boolean renewed = isCommand(configuration.getTrimmed(KINIT, "kinit"), System.getenv("PATH"));
        return !UserGroupInformation.isSecurityEnabled() || user.isFromKeytab()
                ? Optional.empty()
                : user.doAs((PrivilegedAction<Optional<Instant>>) () -> lastTicket(renewed));
    }

    static boolean isCommand(String command, String path) {
        return Stream.of(command.contains("/") || path == null ? new String[] {""} : path.split(File.pathSeparator))
                .map(directory -> new File(directory.isEmpty() ? null : directory, command))
                .anyMatch(File::canExecute);
    }

    @SuppressWarnings("removal") // Hadoop keeps its tickets in the subject of the access control context.
    private static Optional<Instant> lastTicket(boolean renewed) {
        try {
            Subject subject = Subject.getSubject(AccessController.getContext());
            return subject.getPrivateCredentials(KerberosTicket.class).stream()
                    .filter(ticket -> ticket.getServer().getName().startsWith(TICKET_GRANTING))
                    .map(ticket ->
                            renewed && ticket.getRenewTill() != null ? ticket.getRenewTill() : ticket.getEndTime())
                    .map(Date::toInstant)
                    .max(Instant::compareTo);
        } catch (UnsupportedOperationException newerJava) {
            return Optional.empty();
        }
    }
}
