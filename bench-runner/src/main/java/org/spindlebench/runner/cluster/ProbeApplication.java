package org.spindlebench.runner.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.Master;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.jobs.probe.yarn.ProbeKeys;
import org.spindlebench.jobs.probe.yarn.ProbeLaunch;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.runner.conf.Secrets;

/** Runs the node probe on a cluster's YARN, as {@link org.spindlebench.jobs.probe.yarn} describes. */
public final class ProbeApplication implements WatchingApplication {
    /** The memory in bytes to request from YARN for the ApplicationMaster and for each container. */
    public static final long MEMORY = 256L << 20;

    private static final Duration END_LIMIT = Duration.ofSeconds(60);
    private static final FsPermission OWNER_ONLY = FsPermission.createImmutable((short) 0700);

    private final HadoopCluster cluster;
    private final String queue;
    private final String tag;
    private final Configuration settings;
    private final ProbePlaces places;
    private ApplicationId id;

    /**
     * Prepares the application without submitting it.
     *
     * @param tag the tag of this application only
     * @param directory the probe's directory in HDFS
     * @param keys values of {@link ProbeKeys}, by name
     */
    public ProbeApplication(
            HadoopCluster cluster, String queue, String tag, String directory, Map<String, String> keys) {
        this.cluster = cluster;
        this.queue = queue;
        this.tag = tag;
        this.places = new ProbePlaces(directory);
        this.settings = withoutSecrets(cluster.configuration());
        settings.set(ProbeKeys.DIRECTORY, directory);
        settings.setLong(ProbeKeys.MEMORY, MEMORY >> 20);
        keys.forEach(settings::set);
    }

    /** Removes keys that the probe does not need, such as credentials of object stores. */
    private static Configuration withoutSecrets(Configuration all) {
        Configuration some = new Configuration(all);
        Secrets secrets = HadoopCluster.secrets(all);
        for (Map.Entry<String, String> entry : all) {
            if (secrets.isSecret(entry.getKey(), entry.getValue())) {
                some.unset(entry.getKey());
            }
        }
        return some;
    }

    @Override
    public void submit() throws IOException {
        try {
            upload();
            YarnClientApplication application = cluster.yarn().createApplication();
            ApplicationSubmissionContext context = application.getApplicationSubmissionContext();
            context.setApplicationName("spindle probe");
            context.setApplicationType("SPINDLE");
            context.setApplicationTags(Set.of(tag));
            context.setQueue(queue);
            context.setResource(Resource.newInstance(settings.getLong(ProbeKeys.MEMORY, MEMORY >> 20), 1));
            context.setAMContainerSpec(new ProbeLaunch(settings).ofMaster(tokens()));
            id = cluster.yarn().submitApplication(context);
        } catch (YarnException e) {
            throw new IOException("YARN rejected the probe: " + e.getMessage(), e);
        }
    }

    private void upload() throws IOException {
        Path jar = HadoopCluster.jobJar()
                .orElseThrow(
                        () -> new IOException("the probe needs bench-runner.jar, but this client runs without it"));
        FileSystem fs = FileSystem.get(settings);
        fs.setPermission(new org.apache.hadoop.fs.Path(places.directory()), OWNER_ONLY);
        Storage storage = cluster.storage();
        storage.write(places.jar(), Files.readAllBytes(jar));
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        settings.writeXml(xml);
        storage.write(places.settings(), xml.toByteArray());
    }

    /** Returns the credentials for containers on a secure cluster. YARN renews them while the application runs. */
    private Credentials tokens() throws IOException {
        Credentials tokens = new Credentials();
        if (UserGroupInformation.isSecurityEnabled()) {
            FileSystem.get(settings).addDelegationTokens(Master.getMasterPrincipal(settings), tokens);
        }
        return tokens;
    }

    @Override
    public ApplicationStatus status() throws IOException {
        try {
            ApplicationReport report = cluster.yarn().getApplicationReport(id);
            YarnApplicationState state = report.getYarnApplicationState();
            boolean over = state == YarnApplicationState.FINISHED
                    || state == YarnApplicationState.FAILED
                    || state == YarnApplicationState.KILLED;
            return new ApplicationStatus(
                    id.toString(),
                    state == YarnApplicationState.RUNNING,
                    over,
                    FailureMessage.withoutFrames(String.valueOf(report.getDiagnostics()))
                            .strip());
        } catch (YarnException e) {
            throw new IOException("YARN does not report the state of the probe: " + e.getMessage(), e);
        }
    }

    @Override
    public void end() throws IOException, InterruptedException {
        cluster.killTagged(tag, END_LIMIT);
    }
}
