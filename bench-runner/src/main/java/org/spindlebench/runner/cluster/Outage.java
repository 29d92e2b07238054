package org.spindlebench.runner.cluster;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ipc.RemoteException;
import org.spindlebench.runner.cluster.Deadlines.NoAnswerException;

/** Distinguishes errors of a daemon that is away, or temporarily refuses all calls, from all other errors. */
public final class Outage {
    /** The exceptions that a master throws while it starts, waits in safe mode, or is not the active one of a pair. */
    private static final Set<String> FOR_A_WHILE = Set.of(
            // A ResourceManager that restarted without recovery has lost its applications.
            "org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException",
            "org.apache.hadoop.ipc.RetriableException",
            "org.apache.hadoop.ipc.StandbyException",
            "org.apache.hadoop.ipc.ObserverRetryOnActiveException",
            "org.apache.hadoop.hdfs.server.namenode.SafeModeException");

    /** The exceptions of a client whose Kerberos ticket has ended. */
    private static final Set<String> WITHOUT_TICKET = Set.of(
            "javax.security.sasl.SaslException",
            "org.ietf.jgss.GSSException",
            "javax.security.auth.login.LoginException");

    /**
     * The beginning of the message of Hadoop's RPC if a daemon ends during a call. Other ends of files are not outages.
     */
    private static final String CUT_OFF = "End of File Exception between local host";

    private Outage() {}

    /** Returns the message of the daemon or the client; empty if the error has another cause than an outage. */
    public static Optional<String> of(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause() == each ? null : each.getCause()) {
            if (isOne(each)) {
                return Optional.of(FailureMessage.of(error));
            }
        }
        return Optional.empty();
    }

    private static boolean isOne(Throwable error) {
        // A socket's time limit is an InterruptedIOException, and so is a call that its thread's end has cut off.
        return error instanceof NoAnswerException
                || error instanceof SocketException
                || error instanceof InterruptedIOException
                || error instanceof UnknownHostException
                || (error instanceof EOFException
                        && String.valueOf(error.getMessage()).startsWith(CUT_OFF))
                || WITHOUT_TICKET.contains(error.getClass().getName())
                || FOR_A_WHILE.contains(error.getClass().getName())
                || (error instanceof RemoteException remote && FOR_A_WHILE.contains(remote.getClassName()));
    }
}
