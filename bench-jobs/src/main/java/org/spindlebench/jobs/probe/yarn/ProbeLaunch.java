package org.spindlebench.jobs.probe.yarn;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Apps;

/** Tells YARN how to start the probe's JVMs. They are small, and use files in HDFS and the cluster's own class path. */
public final class ProbeLaunch {
    /** Flags for small heaps and few threads. A JVM ignores the flags that it does not know. */
    private static final String FLAGS = " -XX:+IgnoreUnrecognizedVMOptions"
            + " --add-opens=java.base/java.lang=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
            + " -Xss512k -XX:ReservedCodeCacheSize=24m -XX:CICompilerCount=1 -XX:CompressedClassSpaceSize=32m ";

    /** The variable with the class path of MapReduce's tasks, as their own shell would expand it. */
    static final String TASKS_CLASS_PATH = "SPINDLE_TASKS_CLASSPATH";

    private static final int NODE_HEAP = 48;
    private static final String USER = "HADOOP_USER_NAME";
    private static final String FLAGS_OF_CLUSTER = "yarn.app.mapreduce.am.admin-command-opts";
    private static final List<String> ENVIRONMENT_OF_CLUSTER =
            Arrays.asList("yarn.app.mapreduce.am.admin.user.env", "yarn.app.mapreduce.am.env");

    private static final List<String> ENVIRONMENT_OF_TASKS =
            Arrays.asList(MRJobConfig.MAPRED_ADMIN_USER_ENV, MRJobConfig.MAP_ENV);

    /** The variable that names the directories of native libraries. A probe must find the libraries that tasks find. */
    static final String LIBRARIES = "LD_LIBRARY_PATH";

    private final Configuration settings;
    private final ProbePlaces places;

    /** @param settings the probe's settings, which include {@link ProbeKeys#DIRECTORY} */
    public ProbeLaunch(Configuration settings) {
        this.settings = settings;
        this.places = new ProbePlaces(settings.get(ProbeKeys.DIRECTORY));
    }

    public ContainerLaunchContext ofMaster(Credentials tokens) throws IOException {
        return of(ProbeMaster.class, "-Xmx64m", tokens);
    }

    ContainerLaunchContext ofNode(Credentials tokens) throws IOException {
        return of(NodeProbe.class, "-Xmx" + settings.getInt(ProbeKeys.HEAP, NODE_HEAP) + "m", tokens);
    }

    private ContainerLaunchContext of(Class<?> main, String heap, Credentials tokens) throws IOException {
        Map<String, LocalResource> files = new HashMap<>();
        files.put(ProbePlaces.JAR, file(places.jar()));
        files.put(ProbePlaces.SETTINGS, file(places.settings()));
        String log = ApplicationConstants.LOG_DIR_EXPANSION_VAR;
        String command = Environment.JAVA_HOME.$$() + "/bin/java " + settings.get(FLAGS_OF_CLUSTER, "") + FLAGS + heap
                + " -Dyarn.app.container.log.dir=" + log + " " + main.getName() + " 1>" + log + "/stdout 2>" + log
                + "/stderr";
        return ContainerLaunchContext.newInstance(
                files,
                environment(),
                Collections.singletonList(command),
                null,
                tokens == null ? null : bytes(tokens),
                null);
    }

    /** Returns the environment of MapReduce's ApplicationMaster, whose variables are also needed here. */
    private Map<String, String> environment() throws IOException {
        Map<String, String> variables = new HashMap<>();
        for (String key : ENVIRONMENT_OF_CLUSTER) {
            Apps.setEnvFromInputString(variables, settings.get(key, ""), File.pathSeparator);
        }
        String libraries = libraries();
        if (libraries != null) {
            variables.put(LIBRARIES, libraries);
        }
        variables.put(Environment.CLASSPATH.name(), classPath());
        variables.put(TASKS_CLASS_PATH, String.join(ApplicationConstants.CLASS_PATH_SEPARATOR, tasksClassPath()));
        // NodeManagers may limit address space, and glibc reserves 64 MiB of it for every thread.
        variables.put("MALLOC_ARENA_MAX", "2");
        if (!UserGroupInformation.isSecurityEnabled()) {
            // Without this, HDFS would treat the process as the NodeManager's user.
            UserGroupInformation user = UserGroupInformation.getCurrentUser();
            variables.put(USER, user.getShortUserName());
        }
        return variables;
    }

    /** Returns where tasks look for native libraries; null if no setting names a place. */
    private String libraries() {
        Map<String, String> variables = new HashMap<>();
        for (String key : ENVIRONMENT_OF_TASKS) {
            String list = settings.get(key, "");
            boolean usual = list.isEmpty() && key.equals(MRJobConfig.MAPRED_ADMIN_USER_ENV);
            Apps.setEnvFromInputString(
                    variables, usual ? MRJobConfig.DEFAULT_MAPRED_ADMIN_USER_ENV : list, File.pathSeparator);
            String alone = settings.get(key + "." + LIBRARIES);
            if (alone != null) {
                variables.put(LIBRARIES, alone);
            }
        }
        return variables.get(LIBRARIES);
    }

    /** Returns the class path. The cluster's own jars come first, as they do for MapReduce's tasks. */
    private String classPath() {
        StringBuilder path = new StringBuilder(Environment.PWD.$$());
        String[] entries = settings.getStrings(
                YarnConfiguration.YARN_APPLICATION_CLASSPATH,
                YarnConfiguration.DEFAULT_YARN_CROSS_PLATFORM_APPLICATION_CLASSPATH);
        Arrays.stream(entries).forEach(entry -> path.append(ApplicationConstants.CLASS_PATH_SEPARATOR)
                .append(entry.trim()));
        return path.append(ApplicationConstants.CLASS_PATH_SEPARATOR)
                .append(Environment.PWD.$$())
                .append('/')
                .append(ProbePlaces.JAR)
                .toString();
    }

    private String[] tasksClassPath() {
        return settings.getStrings(
                MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH,
                MRJobConfig.DEFAULT_MAPREDUCE_CROSS_PLATFORM_APPLICATION_CLASSPATH);
    }

    private LocalResource file(String path) throws IOException {
        FileSystem fs = FileSystem.get(settings);
        FileStatus status = fs.getFileStatus(new Path(path));
        return LocalResource.newInstance(
                URL.fromPath(status.getPath()),
                LocalResourceType.FILE,
                LocalResourceVisibility.APPLICATION,
                status.getLen(),
                status.getModificationTime());
    }

    private static ByteBuffer bytes(Credentials tokens) throws IOException {
        DataOutputBuffer buffer = new DataOutputBuffer();
        tokens.writeTokenStorageToStream(buffer);
        return ByteBuffer.wrap(buffer.getData(), 0, buffer.getLength());
    }
}
