package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

/** The messages are those of Hadoop 3.3 to 3.5. */
class RefusalTest {
    private static String explained(String message) {
        return Refusal.in(message).orElseThrow(() -> new AssertionError("not known: " + message));
    }

    @Test
    void aDirectoryIsNamedWithItsOwnerAndTheRight() {
        assertThat(explained("Permission denied: user=ada, access=WRITE, inode=\"/user\":hdfs:supergroup:drwxr-xr-x"))
                .isEqualTo(
                        "HDFS refuses ada the right WRITE on /user (hdfs:supergroup, drwxr-xr-x); ask its owner for the"
                                + " right, or name a directory of your own with --base-dir");
    }

    @Test
    void aDirectoryOfAnotherOwnerIsNamed() {
        assertThat(explained("Permission denied. user=ada is not the owner of inode=/data"))
                .isEqualTo(
                        "HDFS refuses ada to change /data, which belongs to another user; name a directory of your own"
                                + " with --base-dir");
    }

    @Test
    void aQueueIsNamedWhicheverSchedulerRefuses() {
        String expected = "YARN refuses ada the queue root.night; name a queue of yours with --queue, or ask the"
                + " administrator to name this user in the queue's acl_submit_applications";
        assertThat(explained("User ada does not have permission to submit application_1_0001 to queue root.night"))
                .isEqualTo(expected);
        assertThat(explained(
                        "User ada does not have permission to submit application_1_0001 to queue root.night denied by"
                                + " ACL for queue root.night"))
                .isEqualTo(expected);
        assertThat(explained("User ada cannot submit applications to queue root.night: not in its list"))
                .isEqualTo(expected);
    }

    @Test
    void aServiceIsNamedWithThePrincipal() {
        assertThat(explained("User ada@X.Y (auth:KERBEROS) is not authorized for protocol interface"
                        + " org.apache.hadoop.hdfs.protocol.ClientProtocol: denied by configured ACL"))
                .startsWith(
                        "the cluster refuses the principal ada@X.Y the service ClientProtocol; ask its administrator")
                .contains("hadoop-policy.xml");
        assertThat(explained("User ada@X.Y (auth:KERBEROS) is not authorized for protocol interface"
                        + " org.apache.hadoop.yarn.api.ApplicationClientProtocolPB"))
                .contains("the service ApplicationClientProtocolPB;");
    }

    @Test
    void aKeyOfAnEncryptionZoneIsNamed() {
        assertThat(explained("User [ada] is not authorized to perform [DECRYPT_EEK] on key with ACL name [k1]!!"))
                .startsWith(
                        "the key server of HDFS refuses ada the right DECRYPT_EEK on the key k1 of an encryption zone;")
                .endsWith("outside the zone with --base-dir");
        assertThat(explained("User:ada not allowed to do 'DECRYPT_EEK' on 'k1'"))
                .contains("DECRYPT_EEK on the key k1 ");
    }

    @Test
    void aMissingOrEndedTicketIsNamedWithTheWaysToLogIn() {
        for (String message : new String[] {
            "Client cannot authenticate via:[TOKEN, KERBEROS]",
            "No valid credentials provided (Mechanism level: Failed to find any Kerberos tgt)",
            "No valid credentials provided (Mechanism level: Ticket expired (32))"
        }) {
            assertThat(explained(message))
                    .startsWith("the cluster uses Kerberos, and ")
                    .endsWith(" has no valid ticket; run `kinit`, or give --keytab and --principal");
        }
    }

    @Test
    void otherMistakesWithKerberosHaveTheirOwnRemedies() {
        assertThat(explained("SIMPLE authentication is not enabled.  Available:[TOKEN, KERBEROS]"))
                .contains("point HADOOP_CONF_DIR at");
        assertThat(explained("Server asks us to fall back to SIMPLE auth, but this client is configured to only allow"
                        + " secure connections."))
                .contains("the cluster does not");
        assertThat(explained("Illegal principal name ada@Z: org.apache.hadoop.security.authentication.util.KerberosName"
                        + "$NoMatchingRule: No rules applied to ada@Z"))
                .contains("auth_to_local makes no user of the principal ada@Z");
        assertThat(explained("Clock skew too great (37)")).endsWith("synchronise the clocks");
    }

    @Test
    void aRefusalIsFoundBehindOtherErrorsAndReplacesTheirMessage() {
        Throwable refused = new IOException(
                "the job was not submitted",
                new YarnException(new RemoteException(
                        AccessControlException.class.getName(),
                        "User ada does not have permission to submit application_1_0001 to queue q")));
        assertThat(Refusal.of(refused)).isPresent();
        assertThat(FailureMessage.of(refused)).startsWith("YARN refuses ada the queue q; ");
    }

    @Test
    void otherErrorsKeepTheirMessage() {
        IOException other = new IOException("Connection refused");
        assertThat(Refusal.of(other)).isEmpty();
        assertThat(FailureMessage.of(other)).isEqualTo("Connection refused");
        assertThat(Refusal.of(new IllegalStateException())).isEmpty();
    }
}
