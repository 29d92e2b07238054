package org.spindlebench.it.cluster;

import java.io.IOException;
import java.util.Arrays;

/**
 * Runs another class's main method in a JVM that ends with its parent. The parent holds the other end of standard
 * input, which closes even if the parent is killed. A NodeManager that ends this way still ends its containers.
 */
public final class Watched {
    private Watched() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Watched::endWithParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    }

    private static void endWithParent() {
        try {
            int read = System.in.read();
            while (read >= 0) {
                read = System.in.read();
            }
        } catch (IOException e) {
            System.err.println("standard input broke: " + e);
        }
        Runtime.getRuntime().exit(1);
    }
}
