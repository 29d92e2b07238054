package org.spindlebench.runner.bundle;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.runner.bundle.KnownNames.FoundNames;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.process.ThisHost;

/**
 * Collects the names in a campaign's files: hosts, domains, users and addresses. It takes them from fields and settings
 * that hold such names, and from texts in which they have a typical form. Not thread-safe.
 */
final class NameCollector {
    /** Names that every cluster has, which say nothing about this one. */
    static final Set<String> OF_EVERY_CLUSTER = Set.of(
            "localhost",
            "localhost.localdomain",
            "localhost4",
            "localhost6",
            "ip6-localhost",
            "ip6-loopback",
            "root",
            "hdfs",
            "yarn",
            "mapred",
            "hadoop",
            "history",
            "nobody",
            "_host");

    /** Domains of software, whose addresses occur in messages and files. */
    private static final Set<String> OF_SOFTWARE = Set.of(
            "apache.org", "w3.org", "xml.org", "oracle.com", "java.com", "openjdk.org", "github.com", "maven.org");

    /** Values of records that a host or a user may be named like. */
    private static final Set<String> VALUES = Set.of(
            "true",
            "false",
            "none",
            "default",
            "map",
            "reduce",
            "ok",
            "invalid",
            "failed",
            "interrupted",
            "succeeded",
            "killed",
            "cold",
            "warm",
            "off",
            "local",
            "evict",
            "command",
            "logs",
            "swap",
            "disk",
            "ssd",
            "hdd",
            "text",
            "tera",
            "random",
            "close",
            "report",
            "bundle",
            "manifest",
            "digests",
            "conf",
            "prices",
            "references",
            "runs",
            "setups",
            "json",
            "yaml",
            "nodes",
            "samples",
            "spindle",
            "mapreduce",
            "apache",
            "org",
            "com",
            "java",
            "jdk",
            "lib",
            "opt",
            "tmp",
            "var",
            "home",
            "etc");

    /** The object of a record whose keys are names of nodes. */
    static final String DEVICES_BY_NODE = "devices";

    static final Set<String> HOST_FIELDS = Set.of(
            "host",
            "hosts",
            "node",
            "hostname",
            "datanodehosts",
            "missing",
            "trackername",
            "mapreduce.job.submithostname",
            "yarn.resourcemanager.hostname",
            "yarn.nodemanager.hostname",
            "yarn.timeline-service.hostname",
            "dfs.datanode.hostname");

    static final Set<String> USER_FIELDS = Set.of("user", "username", "mapreduce.job.user.name");

    private static final Pattern HOST_SETTING = Pattern.compile(
            "(?:^|[._-])(?:address|hostname|hosts?|principal|defaultfs|quorum|servers|uris?)(?:\\.[\\w-]+)*$");
    private static final Pattern AUTHORITY = Pattern.compile(
            "([A-Za-z][A-Za-z0-9+.-]*://)?(?:[^@/\\s]*@)?([A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)(:\\d+)?(?:/\\S*)?");
    private static final Pattern URI =
            Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@\\s\"'<>]*@)?([A-Za-z0-9][A-Za-z0-9_.-]*)");
    private static final Pattern BEFORE_ADDRESS = Pattern.compile(
            "([A-Za-z0-9][A-Za-z0-9_.-]*)/\\[?(?=(?:\\d{1,3}\\.){3}\\d|[0-9A-Fa-f:]*::|(?:[0-9A-Fa-f]{1,4}:){7})");
    private static final Pattern USER_DIRECTORY =
            Pattern.compile("(?:/|%2F)(?:user|home)(?:/|%2F)([A-Za-z_][A-Za-z0-9_.-]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_ASSIGNED = Pattern.compile(
            "\\b(?:ugi|user|username|user\\.name)=([A-Za-z_][A-Za-z0-9_.-]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PRINCIPAL = Pattern.compile(
            "\\b([A-Za-z_][A-Za-z0-9_.-]*)(?:/([A-Za-z0-9_.-]+))?@([A-Za-z][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+)");
    private static final Pattern DOTTED = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)+");

    private static final int MOST_DOTTED = 200_000;
    private static final int LONG = 200;
    private static final int TOO_LONG = 1 << 16;
    private static final int MOST_LONG = 2_000;

    private final LearnedSecrets secrets;
    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> domains = new TreeSet<>();
    private final Set<String> users = new TreeSet<>();
    private final Set<InetAddress> addresses = new HashSet<>();
    private final Set<String> vocabulary = new HashSet<>(VALUES);
    /** Words with dots. Those in the domain of a known host are names. */
    private final Set<String> dotted = new HashSet<>();
    /** Long texts that were read, because records repeat them. */
    private final Set<String> read = new HashSet<>();

    NameCollector(LearnedSecrets secrets) {
        this.secrets = secrets;
        vocabulary.addAll(OF_EVERY_CLUSTER);
        JobCatalog.names().forEach(job -> vocabulary.addAll(Arrays.asList(job.split("-", -1))));
    }

    /** Adds the host and the user of this client. */
    NameCollector withThisClient() {
        host(ThisHost.name());
        user(System.getProperty("user.name", ""));
        user(System.getenv().getOrDefault("HADOOP_USER_NAME", ""));
        return this;
    }

    /** Reads the keys and texts of a JSON document. */
    void json(String json) {
        JsonTexts.changed(json, new JsonTexts.TextsChange() {
            @Override
            public String key(String parent, String name) {
                readKey(parent, name);
                return name;
            }

            @Override
            public String text(String key, String text) {
                value(key, text);
                return text;
            }
        });
    }

    private void readKey(String parent, String key) {
        if (parent.equals(DEVICES_BY_NODE)) {
            host(key);
            return;
        }
        for (String word : key.split("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])", -1)) {
            vocabulary.add(word.toLowerCase(Locale.ROOT));
        }
        vocabulary.add(key.toLowerCase(Locale.ROOT));
        text(key);
    }

    /** Reads the value of a field or of a setting. */
    void value(String key, String value) {
        String field = key.toLowerCase(Locale.ROOT);
        if (secrets.isSecret(key, value)) {
            secrets.learn(value);
            return;
        }
        if (USER_FIELDS.contains(field)) {
            user(value);
        }
        boolean isHost = HOST_FIELDS.contains(field);
        if (isHost || HOST_SETTING.matcher(field).find()) {
            for (String one : value.split("[,;\\s]+", -1)) {
                authority(one, isHost);
            }
        }
        text(value);
    }

    /** A word alone is a host only in a field for hosts, because settings may have other words. */
    private void authority(String text, boolean alone) {
        Matcher parts = AUTHORITY.matcher(text);
        if (parts.matches()) {
            boolean plainly = parts.group(1) != null
                    || parts.group(3) != null
                    || parts.group(2).matches(".*[.\\d-].*");
            if (alone || plainly) {
                host(parts.group(2));
            }
        }
    }

    /** Reads running text, such as a line of a log. */
    void text(String line) {
        boolean repeatable = line.length() > LONG && line.length() <= TOO_LONG;
        if (repeatable && read.contains(line)) {
            return;
        }
        if (repeatable && read.size() < MOST_LONG) {
            read.add(line);
        }
        Addresses.replaced(line, address -> {
            addresses.add(address);
            return "";
        });
        if (line.chars().noneMatch(Character::isLetter)) {
            return;
        }
        String text = secrets.hidden(line);
        URI.matcher(text).results().forEach(found -> host(found.group(1)));
        BEFORE_ADDRESS.matcher(text).results().forEach(found -> host(found.group(1)));
        USER_DIRECTORY.matcher(text).results().forEach(found -> user(found.group(1)));
        USER_ASSIGNED.matcher(text).results().forEach(found -> user(found.group(1)));
        PRINCIPAL.matcher(text).results().forEach(found -> {
            user(found.group(1));
            host(found.group(2) == null ? "" : found.group(2));
            domain(found.group(3));
        });
        if (dotted.size() < MOST_DOTTED) {
            DOTTED.matcher(text)
                    .results()
                    .forEach(found -> dotted.add(found.group().toLowerCase(Locale.ROOT)));
        }
    }

    private void host(String text) {
        String name = trimmed(text);
        boolean named = name.matches("[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?") && name.matches(".*[a-z].*");
        if (named && !OF_EVERY_CLUSTER.contains(name) && OF_SOFTWARE.stream().noneMatch(name::endsWith)) {
            hosts.add(name);
            int dot = name.indexOf('.');
            if (dot > 0) {
                domain(name.substring(dot + 1));
            }
        }
    }

    /** A domain of one label, such as local, is too short to look for. */
    private void domain(String text) {
        String name = trimmed(text);
        if (name.indexOf('.') > 0
                && name.matches(".*[a-z]")
                && OF_SOFTWARE.stream().noneMatch(name::endsWith)) {
            domains.add(name);
        }
    }

    private void user(String text) {
        String name = trimmed(text.replaceFirst("[@/].*", ""));
        // YARN's logs have attempts in the place of users.
        boolean person = name.matches("[a-z_][a-z0-9_.-]*") && !name.startsWith("appattempt_");
        if (person && !OF_EVERY_CLUSTER.contains(name)) {
            users.add(name);
        }
    }

    private static String trimmed(String text) {
        return text.strip().toLowerCase(Locale.ROOT).replaceFirst("[.-]+$", "");
    }

    /** Returns the names. Words of a domain of the campaign are hosts, too. Call it once. */
    KnownNames names() {
        for (String word : dotted) {
            for (String domain : domains) {
                int at = (word + ".").indexOf("." + domain + ".");
                String host = at > 0 ? word.substring(0, at + 1 + domain.length()) : "";
                if (!host.isEmpty() && hosts.stream().noneMatch(known -> host.endsWith("-" + known))) {
                    hosts.add(host);
                }
            }
        }
        users.removeAll(hosts);
        domains.removeAll(hosts);
        return new KnownNames(new FoundNames(hosts, domains, users, addresses, vocabulary));
    }
}
