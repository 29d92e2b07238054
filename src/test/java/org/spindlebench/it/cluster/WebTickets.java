package org.spindlebench.it.cluster;

import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.Oid;

/** A login of this JVM at Kerberos, for requests to web services that ask for a ticket (SPNEGO). */
final class WebTickets {
    private static final String SPNEGO = "1.3.6.1.5.5.2";
    private static final String PRINCIPAL = "1.2.840.113554.1.2.2.1";

    private final Subject subject;

    private WebTickets(Subject subject) {
        this.subject = subject;
    }

    static WebTickets of(String principal, Path keytab) {
        Map<String, String> options = Map.of(
                "principal", principal,
                "useKeyTab", "true",
                "keyTab", keytab.toString(),
                "doNotPrompt", "true",
                "refreshKrb5Config", "true");
        Configuration only = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        };
        try {
            LoginContext login = new LoginContext("test", new Subject(), null, only);
            login.login();
            return new WebTickets(login.getSubject());
        } catch (LoginException e) {
            throw new IllegalStateException("Kerberos refuses " + principal, e);
        }
    }

    /** Returns the value of the header Authorization for a request to a host. */
    String authorization(String host) {
        try {
            byte[] token = Subject.doAs(subject, (PrivilegedExceptionAction<byte[]>) () -> token(host));
            return "Negotiate " + Base64.getEncoder().encodeToString(token);
        } catch (PrivilegedActionException e) {
            throw new IllegalStateException("no ticket for the web services on " + host, e);
        }
    }

    private static byte[] token(String host) throws GSSException {
        GSSManager manager = GSSManager.getInstance();
        GSSContext context = manager.createContext(
                manager.createName(Kdc.principal("HTTP/" + host), new Oid(PRINCIPAL)),
                new Oid(SPNEGO),
                null,
                GSSContext.DEFAULT_LIFETIME);
        try {
            return context.initSecContext(new byte[0], 0, 0);
        } finally {
            context.dispose();
        }
    }
}
