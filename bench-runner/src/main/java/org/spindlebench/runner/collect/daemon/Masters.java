package org.spindlebench.runner.collect.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;

/** The masters of a cluster: the NameNode, the ResourceManager and the JobHistoryServer. */
public interface Masters {
    /**
     * A DataNode without a heartbeat for this time counts as away. By default, the NameNode regards it as stale after
     * this time.
     */
    Duration STALE = Duration.ofSeconds(30);

    /** Returns the masters that jobs need and that do not work now; empty if all work. */
    List<String> missingForJobs() throws InterruptedException;

    /** Returns the JobHistoryServer, which jobs do not need, if it does not work now; empty if it works. */
    List<String> missingForHistories() throws InterruptedException;

    /**
     * Returns the DataNodes that sent the NameNode a heartbeat within {@link #STALE}, each as {@code host:port}; empty
     * if the NameNode's web service does not answer.
     */
    Optional<List<String>> heardDataNodes();

    /** Asks the masters, each with a time limit. */
    final class MastersReader implements Masters {
        /** A NameNode may pause for some seconds while it collects garbage. */
        private static final Duration LIMIT = Duration.ofSeconds(10);

        private final HadoopCluster cluster;
        private final HistoryReader histories;

        public MastersReader(HadoopCluster cluster, HistoryReader histories) {
            this.cluster = cluster;
            this.histories = histories;
        }

        /** Asks a master, and returns why it does not work although it answers; empty if it works. */
        private interface Question {
            String ask() throws IOException, YarnException;
        }

        @Override
        public List<String> missingForJobs() throws InterruptedException {
            return ask(
                    List.of("the NameNode", "the ResourceManager"),
                    List.of(() -> cluster.isInSafeMode() ? "it is in safe mode" : "", () -> {
                        cluster.yarn().getYarnClusterMetrics();
                        return "";
                    }));
        }

        @Override
        public List<String> missingForHistories() throws InterruptedException {
            return ask(List.of("the JobHistoryServer"), List.of(() -> {
                histories.probe();
                return "";
            }));
        }

        @Override
        public Optional<List<String>> heardDataNodes() {
            return NameNodeWeb.heard(cluster.configuration(), STALE);
        }

        private static List<String> ask(List<String> masters, List<Question> questions) throws InterruptedException {
            List<Callable<String>> calls = new ArrayList<>();
            questions.forEach(question -> calls.add(question::ask));
            List<Future<String>> answers = Deadlines.ask(calls, LIMIT);
            List<String> missing = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                String why = why(answers.get(i));
                if (!why.isEmpty()) {
                    missing.add(masters.get(i) + " (" + why + ")");
                }
            }
            return missing;
        }

        private static String why(Future<String> answer) throws InterruptedException {
            try {
                return answer.get();
            } catch (CancellationException silent) {
                return "no answer within " + LIMIT.toSeconds() + " s";
            } catch (ExecutionException e) {
                return FailureMessage.of(e.getCause());
            }
        }
    }
}
