package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kerby.KOptions;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbOption;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/** A Kerberos server (Kerby) in this JVM, on loopback, and files for its clients. */
public final class Kdc implements AutoCloseable {
    static final String REALM = "SPINDLE.TEST";
    private static final Duration DAY = Duration.ofDays(1);

    private final Path directory;
    private final String address;
    private final SimpleKdcServer server;

    private Kdc(Path directory, String address, SimpleKdcServer server) {
        this.directory = directory;
        this.address = address;
        this.server = server;
    }

    static Kdc start(Path directory, FreePorts ports) throws IOException {
        Files.createDirectories(directory);
        String address = ports.addressOn(Masters.HOST);
        try {
            SimpleKdcServer server = new SimpleKdcServer();
            server.setWorkDir(directory.toFile());
            server.setKdcRealm(REALM);
            server.setKdcHost(Masters.HOST);
            server.setAllowUdp(false);
            server.setAllowTcp(true);
            server.setKdcTcpPort(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
            server.init();
            server.start();
            return new Kdc(directory, address, server);
        } catch (KrbException e) {
            throw new IOException("the Kerberos server did not start", e);
        }
    }

    static String principal(String name) {
        return name + "@" + REALM;
    }

    /** Makes principals, and returns the keytab with the keys of all of them. */
    Path makePrincipals(String keytab, String... names) throws IOException {
        Path file = keytab(keytab);
        try {
            server.createAndExportPrincipals(file.toFile(), names);
        } catch (KrbException e) {
            throw new IOException("cannot make the keytab " + file, e);
        }
        return file;
    }

    public Path keytab(String name) {
        return directory.resolve(name + ".keytab");
    }

    /** Returns the settings of Kerberos clients whose tickets live for a day. */
    Path clientSettings() throws IOException {
        return clientSettings(DAY);
    }

    /** Returns the settings of Kerberos clients that ask for tickets of this lifetime. */
    public Path clientSettings(Duration lifetime) throws IOException {
        return Files.writeString(directory.resolve("krb5-" + lifetime.toSeconds() + "s.conf"), """
                [libdefaults]
                  default_realm = %1$s
                  udp_preference_limit = 1
                  dns_lookup_kdc = false
                  dns_lookup_realm = false
                  dns_canonicalize_hostname = false
                  ticket_lifetime = %3$ds
                [realms]
                  %1$s = {
                    kdc = %2$s
                  }
                """.formatted(
                        REALM, address, lifetime.toSeconds()));
    }

    /** Returns a ticket cache such as {@code kinit} makes, with a renewable ticket of this lifetime. */
    public Path ticketCache(String user, Duration lifetime) throws IOException {
        KOptions login = new KOptions();
        login.add(KrbOption.CLIENT_PRINCIPAL, principal(user));
        login.add(KrbOption.USE_KEYTAB, true);
        login.add(KrbOption.KEYTAB_FILE, keytab(user).toFile());
        login.add(KrbOption.LIFE_TIME, Long.toString(lifetime.toSeconds()));
        Path cache = directory.resolve("tickets-" + lifetime.toSeconds() + "s");
        try {
            server.getKrbClient().storeTicket(server.getKrbClient().requestTgt(login), cache.toFile());
        } catch (KrbException e) {
            throw new IOException("cannot get a ticket for " + user, e);
        }
        return cache;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (KrbException e) {
            throw new IllegalStateException("the Kerberos server did not stop", e);
        }
    }
}
