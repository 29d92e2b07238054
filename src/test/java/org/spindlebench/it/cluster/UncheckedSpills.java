package org.spindlebench.it.cluster;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A Java agent for the JVMs of a secured cluster. With Kerberos, MapReduce reads map outputs only where native code can
 * check their owner, and the published jars have no native code. The class that refuses looks once, when it is loaded.
 * This agent loads it before Kerberos is set, so owners are not checked, as without Kerberos.
 */
public final class UncheckedSpills {
    private UncheckedSpills() {}

    public static void premain(String arguments) throws ClassNotFoundException {
        try {
            Configuration simple = new Configuration();
            simple.set("hadoop.security.authentication", "simple");
            UserGroupInformation.setConfiguration(simple);
            Class.forName("org.apache.hadoop.io.SecureIOUtils");
            UserGroupInformation.reset();
        } catch (NoClassDefFoundError noHadoop) {
            System.err.println("no Hadoop in this JVM: " + noHadoop.getMessage());
        }
    }
}
