package org.spindlebench.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What makes a cluster a secured one, as sites have it: Kerberos for all RPC, SPNEGO for all web services, TLS for those
 * of HDFS, SASL with block tokens for blocks (so DataNodes need no privileged ports), ACLs of YARN and MapReduce.
 */
final class ClusterSecurity implements AutoCloseable {
    private static final String PASSWORD = "spindle-test";
    /** All that begin with HTTP/ in the keytab, because a loopback address has another name than its own. */
    private static final String WEB_PRINCIPALS = "*";

    private final Path directory;
    private final Kdc kdc;
    private final Path agent;
    private final SSLContext tls;

    private ClusterSecurity(Path directory, Kdc kdc, Path agent, SSLContext tls) {
        this.directory = directory;
        this.kdc = kdc;
        this.agent = agent;
        this.tls = tls;
    }

    static ClusterSecurity start(ClusterLayout layout, int workers) throws IOException, InterruptedException {
        Path directory = layout.root().resolve("security");
        Kdc kdc = Kdc.start(directory, new FreePorts());
        try {
            List<String> hosts = new ArrayList<>(List.of(Masters.HOST));
            IntStream.range(0, workers).mapToObj(Worker::host).forEach(hosts::add);
            for (String daemon : List.of("nn", "dn", "rm", "nm", "jhs")) {
                kdc.makePrincipals(daemon, daemon + "/localhost");
            }
            kdc.makePrincipals(
                    "http", hosts.stream().map(host -> "HTTP/" + host).toArray(String[]::new));
            for (String user : List.of(Role.NAMENODE.user(), ProcessCluster.USER, ProcessCluster.STRANGER)) {
                kdc.makePrincipals(user, user);
            }
            Files.writeString(
                    directory.resolve("http-secret"), UUID.randomUUID().toString());
            return new ClusterSecurity(directory, kdc, agent(directory), new Certificates(directory).make(hosts));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot make certificates", e);
        }
    }

    /** Writes the jar of the Java agent, which containers have no class path for. */
    private static Path agent(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", UncheckedSpills.class.getName());
        Path jar = directory.resolve("unchecked-spills.jar");
        String entry = UncheckedSpills.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = UncheckedSpills.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new ZipEntry(entry));
            in.transferTo(out);
        }
        return jar;
    }

    Kdc kdc() {
        return kdc;
    }

    SSLContext tls() {
        return tls;
    }

    WebTickets webTickets() {
        String superuser = Role.NAMENODE.user();
        return WebTickets.of(Kdc.principal(superuser), kdc.keytab(superuser));
    }

    /** Returns the flags that clients need. */
    List<String> clientFlags() throws IOException {
        return List.of("-Djava.security.krb5.conf=" + kdc.clientSettings());
    }

    /** Returns the flags that daemons and containers need. */
    List<String> daemonFlags() throws IOException {
        return List.of(clientFlags().get(0), "-javaagent:" + agent);
    }

    Map<String, String> core() {
        Map<String, String> core = new HashMap<>();
        core.put("hadoop.security.authentication", "kerberos");
        core.put("hadoop.security.authorization", "true");
        core.put(
                "hadoop.security.auth_to_local",
                String.join("\n", rule("nn", "hdfs"), rule("dn", "hdfs"), rule("[rn]m", "yarn"), rule("jhs", "mapred"))
                        + "\nDEFAULT");
        core.put("hadoop.http.filter.initializers", "org.apache.hadoop.security.AuthenticationFilterInitializer");
        core.put("hadoop.http.authentication.type", "kerberos");
        core.put("hadoop.http.authentication.simple.anonymous.allowed", "false");
        core.put("hadoop.http.authentication.kerberos.principal", WEB_PRINCIPALS);
        core.put("hadoop.http.authentication.kerberos.keytab", keytab("http"));
        core.put(
                "hadoop.http.authentication.signature.secret.file",
                directory.resolve("http-secret").toString());
        return core;
    }

    /** Returns a rule that makes a daemon's principal a user of Hadoop. */
    private static String rule(String daemon, String user) {
        return "RULE:[2:$1@$0](" + daemon + "@" + Kdc.REALM + ")s/.*/" + user + "/";
    }

    Map<String, String> hdfs(Masters masters) {
        Map<String, String> hdfs = new HashMap<>();
        hdfs.put("dfs.block.access.token.enable", "true");
        hdfs.put("dfs.data.transfer.protection", "authentication");
        hdfs.put("dfs.http.policy", "HTTPS_ONLY");
        hdfs.put("dfs.namenode.https-address", masters.nameNode().http());
        hdfs.put("dfs.namenode.kerberos.principal", daemon("nn"));
        hdfs.put("dfs.namenode.keytab.file", keytab("nn"));
        hdfs.put("dfs.namenode.kerberos.internal.spnego.principal", WEB_PRINCIPALS);
        hdfs.put("dfs.datanode.kerberos.principal", daemon("dn"));
        hdfs.put("dfs.datanode.keytab.file", keytab("dn"));
        hdfs.put("dfs.web.authentication.kerberos.principal", WEB_PRINCIPALS);
        hdfs.put("dfs.web.authentication.kerberos.keytab", keytab("http"));
        return hdfs;
    }

    Map<String, String> yarn() throws IOException {
        Map<String, String> yarn = new HashMap<>();
        yarn.put("yarn.acl.enable", "true");
        yarn.put("yarn.admin.acl", "yarn");
        // A queue's list adds to those of the queues above it.
        yarn.put("yarn.scheduler.capacity.root.acl_submit_applications", " ");
        yarn.put("yarn.scheduler.capacity.root.acl_administer_queue", " ");
        yarn.put("yarn.scheduler.capacity.root.default.acl_submit_applications", ProcessCluster.USER);
        yarn.put("yarn.resourcemanager.principal", daemon("rm"));
        yarn.put("yarn.resourcemanager.keytab", keytab("rm"));
        yarn.put("yarn.nodemanager.principal", daemon("nm"));
        yarn.put("yarn.nodemanager.keytab", keytab("nm"));
        for (String daemon : List.of("resourcemanager", "nodemanager")) {
            yarn.put("yarn." + daemon + ".webapp.spnego-principal", WEB_PRINCIPALS);
            yarn.put("yarn." + daemon + ".webapp.spnego-keytab-file", keytab("http"));
        }
        // On a real host, containers find the settings of Kerberos in /etc/krb5.conf.
        yarn.put(
                "yarn.nodemanager.admin-env",
                "MALLOC_ARENA_MAX=$MALLOC_ARENA_MAX,JAVA_TOOL_OPTIONS=" + String.join(" ", daemonFlags()));
        return yarn;
    }

    Map<String, String> mapred() {
        return Map.of(
                "mapreduce.cluster.acls.enabled", "true",
                "mapreduce.jobhistory.principal", daemon("jhs"),
                "mapreduce.jobhistory.keytab", keytab("jhs"),
                "mapreduce.jobhistory.webapp.spnego-principal", WEB_PRINCIPALS,
                "mapreduce.jobhistory.webapp.spnego-keytab-file", keytab("http"));
    }

    private static String daemon(String name) {
        return Kdc.principal(name + "/localhost");
    }

    private String keytab(String name) {
        return kdc.keytab(name).toString();
    }

    /** Writes {@code ssl-server.xml} or {@code ssl-client.xml} into a directory of settings. */
    void writeTls(Path directoryOfSettings, String side) throws IOException {
        Map<String, String> settings = new HashMap<>(store("ssl." + side + ".truststore", Certificates.TRUSTED));
        if (side.equals("server")) {
            settings.putAll(store("ssl.server.keystore", Certificates.OWN));
            settings.put("ssl.server.keystore.keypassword", PASSWORD);
        }
        SiteXml.write(directoryOfSettings.resolve("ssl-" + side + ".xml"), settings);
    }

    /** Writes which users may use the services of HDFS's clients: all but the stranger. */
    void writePolicy(Path directoryOfSettings) throws IOException {
        SiteXml.write(
                directoryOfSettings.resolve("hadoop-policy.xml"),
                Map.of("security.client.protocol.acl", "hdfs,yarn,mapred," + ProcessCluster.USER));
    }

    private Map<String, String> store(String prefix, String file) {
        return Map.of(
                prefix + ".location",
                directory.resolve(file).toString(),
                prefix + ".password",
                PASSWORD,
                prefix + ".type",
                "pkcs12");
    }

    @Override
    public void close() {
        kdc.close();
    }

    /** A certificate for all hosts, and a store of trusted certificates that holds nothing else. */
    private record Certificates(Path directory) {
        static final String OWN = "key.p12";
        static final String TRUSTED = "trust.p12";
        private static final String ALIAS = "cluster";

        SSLContext make(List<String> hosts) throws IOException, InterruptedException, GeneralSecurityException {
            String names = "SAN=dns:localhost,ip:" + String.join(",ip:", hosts);
            Path own = directory.resolve(OWN);
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            ALIAS,
                            "-keyalg",
                            "RSA",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            names,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            own.toString(),
                            "-storepass",
                            PASSWORD)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("keytool.log").toFile())
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IOException("keytool failed: " + Files.readString(directory.resolve("keytool.log")));
            }
            KeyStore keys = KeyStore.getInstance(own.toFile(), PASSWORD.toCharArray());
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
            try (OutputStream out = Files.newOutputStream(directory.resolve(TRUSTED))) {
                trusted.store(out, PASSWORD.toCharArray());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        }
    }
}
