package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.Sizes;

class RunsTest {
    @Test
    void runs_on_other_numbers_of_nodes_are_other_cells() {
        Runs runs = runs(
                new RunBuilder(1, "terasort").sized(nodes(3)),
                new RunBuilder(2, "terasort").repeat(2).sized(nodes(3)),
                new RunBuilder(3, "terasort").repeat(3).sized(nodes(4)));
        assertThat(runs.cells())
                .extracting(cell -> cell.subject().settings().get("nodes") + ": "
                        + cell.runs().size())
                .containsExactly("3: 2", "4: 1");
    }

    @Test
    void a_number_of_nodes_that_all_share_is_no_setting() {
        Runs runs = runs(
                new RunBuilder(1, "terasort").sized(nodes(3)),
                new RunBuilder(2, "terasort").repeat(2).sized(null));
        assertThat(runs.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.runs()).hasSize(2);
            assertThat(cell.subject().settings()).doesNotContainKey("nodes");
        });
    }

    @Test
    void an_unknown_number_of_nodes_is_none_of_several_known_ones() {
        Runs runs = runs(
                new RunBuilder(1, "terasort").sized(nodes(3)),
                new RunBuilder(2, "terasort").repeat(2).sized(nodes(4)),
                new RunBuilder(3, "wordcount").sized(null));
        assertThat(runs.cells())
                .extracting(cell -> cell.subject().settings().get("nodes"))
                .containsExactly("3", "4", null);
    }

    @Test
    void campaigns_are_counted_whole_although_only_some_runs_were_asked_for() {
        Runs runs = Runs.of(
                Stream.of(new RunBuilder(1, "terasort"), new RunBuilder(2, "teragen"))
                        .map(RunBuilder::build),
                List.of(),
                Field.of("job").isAnyOf("teragen"));
        assertThat(runs.cells()).hasSize(1);
        assertThat(runs.campaigns().get(0).finished()).isEqualTo(2);
    }

    @Test
    void any_field_may_tell_runs_apart() {
        Runs runs = Runs.of(
                Stream.of(
                                new RunBuilder(1, "terasort").configured("mapreduce.task.io.sort.mb", "100"),
                                new RunBuilder(2, "terasort").configured("mapreduce.task.io.sort.mb", "200"))
                        .map(RunBuilder::build),
                List.of(Field.of("configuration.mapreduce.task.io.sort.mb")));
        assertThat(runs.cells())
                .extracting(cell -> cell.subject().settings().get("configuration.mapreduce.task.io.sort.mb"))
                .containsExactly("100", "200");
    }

    @Test
    void what_runs_of_a_cell_differ_in_is_kept() {
        Runs runs = runs(
                new RunBuilder(1, "terasort").configured("mapreduce.task.io.sort.factor", "10"),
                new RunBuilder(2, "terasort").repeat(2).configured("mapreduce.task.io.sort.factor", "64"));
        Conditions conditions = runs.cells().get(0).conditions();
        assertThat(conditions.mixed()).containsExactly("configuration.mapreduce.task.io.sort.factor");
        assertThat(conditions.of("configuration.mapreduce.task.io.sort.factor")).containsExactly("10", "64");
        assertThat(conditions.of("software.hadoopCluster")).containsExactly("3.5.0");
    }

    @Test
    void names_and_places_of_one_run_are_no_condition() {
        Runs runs = runs(
                new RunBuilder(1, "terasort")
                        .configured("mapreduce.job.name", "one")
                        .configured("fs.defaultFS", "hdfs://node1:8020")
                        .configured("dfs.namenode.http-address", "node1:41393")
                        .configured("mapreduce.job.cache.files.timestamps", "1")
                        .configured(
                                "rpc.engine.org.apache.hadoop.mapreduce.v2.api.HSClientProtocolPB",
                                "org.apache.hadoop.ipc.ProtobufRpcEngine2")
                        .configured("spindle.embedded.id", "9e79a4eb-5b8e-4019-8178-1f2ff2435c90"),
                new RunBuilder(2, "terasort")
                        .repeat(2)
                        .configured("mapreduce.job.name", "two")
                        .configured("fs.defaultFS", "hdfs://node2:8020")
                        .configured("dfs.namenode.http-address", "node2:41394")
                        .configured("mapreduce.job.cache.files.timestamps", "2")
                        .configured("spindle.embedded.id", "0e79a4eb-5b8e-4019-8178-1f2ff2435c90"));
        assertThat(runs.cells().get(0).conditions().mixed()).isEmpty();
    }

    @Test
    void the_state_of_the_caches_makes_cells_comparable_even_where_it_is_no_setting() {
        Runs runs = runs(
                new RunBuilder(1, "terasort"),
                new RunBuilder(2, "terasort").setup("warm").warm(),
                new RunBuilder(3, "terasort").setup("unknown").noCache(),
                new RunBuilder(4, "terasort").setup("mixed"),
                new RunBuilder(5, "terasort").setup("mixed").repeat(2).warm());
        assertThat(runs.cells())
                .extracting(cell -> cell.comparable().get("cache"))
                .containsExactly("cold", "warm", null, "mixed");
    }

    @Test
    void setups_keep_the_order_of_their_first_records() {
        Runs runs = runs(
                new RunBuilder(1, "terasort").setup("z"),
                new RunBuilder(2, "terasort").setup("a"),
                new RunBuilder(3, "teragen").setup("z"));
        assertThat(runs.setups()).containsExactly("z", "a");
        assertThat(runs.campaigns()).containsExactly(new Campaign("nightly", 3, 21));
    }

    private static Runs runs(RunBuilder... builders) {
        return Runs.of(Stream.of(builders).map(RunBuilder::build));
    }

    private static Sizes nodes(int number) {
        Sizes one = RunBuilder.sizes(64e6, 66.56e6, 64e6, 20.0);
        return new Sizes(
                number,
                one.bytesPerNode(),
                one.bytes(),
                one.dataRatio(),
                one.input(),
                one.mapOutput(),
                one.shuffle(),
                one.output(),
                one.outputReplicated(),
                one.stored(),
                one.meanShuffleSegment(),
                one.taskCpu(),
                one.spilledRecords(),
                one.reduceSkew());
    }
}
