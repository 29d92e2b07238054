package org.spindlebench.runner.cluster;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** Where MapReduce keeps the jar, the settings and the splits of one of this user's jobs. */
final class StagingDirectory {
    private StagingDirectory() {}

    static Path of(Configuration conf, ApplicationId application) throws IOException {
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        String job = TypeConverter.fromYarn(application).toString();
        return FileSystem.get(conf).makeQualified(new Path(MRApps.getStagingAreaDir(conf, user), job));
    }

    /** For an application that was killed: its ApplicationMaster did not come to remove the directory. */
    static void remove(Configuration conf, ApplicationId application) throws IOException {
        Path directory = of(conf, application);
        directory.getFileSystem(conf).delete(directory, true);
    }
}
