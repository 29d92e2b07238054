package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

class AlojaImporterTest {
    private static final String COST_AND_END =
            "ID,Benchmark,Exe.Time,Running.Cost,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,End.time\n";
    private static final String CODES = "ID,Exe.Time,Benchmark,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,"
            + "Cl.Name,Datanodes,Headnodes,VM.OS,VM.Cores,VM.RAM,Provider,VM.Size,Service.Type\n";
    private static final String NEWEST =
            "ID,Benchmark,Exe.Time,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,"
                    + "Cl.Name,Datanodes,Headnodes,VM.OS,VM.Cores,VM.RAM,Provider,VM.Size,Service.Type,Bench.Type\n";

    @TempDir
    Path directory;

    @Test
    void the_layout_with_cost_and_end_is_read() throws IOException {
        RunRecord run = read(COST_AND_END + "7,sort,600,1.25,ETH,RR3,8,10,1,65536,Snappy,32,Lab A,20200102030405\n")
                .only();
        assertThat(run.subject())
                .isEqualTo(new Subject(
                        "sort",
                        "RR3-ETH",
                        Map.of(
                                "maps", "8",
                                "sort_factor", "10",
                                "replication", "1",
                                "io_buffer", "65536",
                                "compression", "snappy",
                                "block_size", "33554432",
                                "cluster", "Lab A")));
        assertThat(run.identity().run()).isEqualTo("id-7");
        assertThat(run.identity().suite()).isEqualTo("aloja");
        assertThat(run.times().elapsed()).isEqualTo(600);
        // The export does not name the zone of its times.
        assertThat(run.times().yarnFinished()).isNull();
        assertThat(run.source().localStart()).isEqualTo("2020-01-02T02:54:05");
        assertThat(run.cost()).isEqualTo(1.25);
        assertThat(run.sizes()).isNull();
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void the_layout_with_codes_and_machines_is_read() throws IOException {
        RunRecord run = read(CODES
                        + "1,104,prep_sort,IB,SSD,8,10,1,65536,Cmp0,64,Cl3,lab-03,8,1,linux,12,56,azure,A7,IaaS\n")
                .only();
        assertThat(run.subject().job()).isEqualTo("prep_sort");
        assertThat(run.subject().setup()).isEqualTo("SSD-IB");
        assertThat(run.subject().settings()).containsExactlyInAnyOrderEntriesOf(machines("none", "56", "8"));
        assertThat(run.sizes().nodes()).isEqualTo(8);
        assertThat(run.times().yarnFinished()).isNull();
    }

    @Test
    void the_newest_layout_is_read_and_writes_numbers_alike() throws IOException {
        RunRecord run = read(NEWEST
                        + "1,sort,104.500,IB,SSD,8,10,1,65536,2,64,Cl3,lab-03,8,1,linux,12,56.000,azure,A7,IaaS,HiBench\n")
                .only();
        Map<String, String> settings = new TreeMap<>(machines("bzip2", "56", "8"));
        settings.put("bench_type", "HiBench");
        assertThat(run.subject().settings()).isEqualTo(settings);
        assertThat(run.identity().suite()).isEqualTo("HiBench");
        assertThat(run.times().elapsed()).isEqualTo(104.5);
    }

    @ParameterizedTest
    @CsvSource({"None,none", "Cmp0,none", "1,zlib", "ZLIB,zlib", "Cmp2,bzip2", "3,snappy", "LZO,lzo"})
    void codecs_are_named_alike_in_all_layouts(String cell, String codec) throws IOException {
        RunRecord run = read("Benchmark,Exe.Time,Net,Disk,Comp\nsort,9,ETH,HDD," + cell + "\n")
                .only();
        assertThat(run.subject().settings()).containsEntry("compression", codec);
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void a_codec_of_a_code_that_is_not_known_keeps_it_with_a_warning() throws IOException {
        RunRecord run =
                read("Benchmark,Exe.Time,Net,Disk,Comp\nsort,9,ETH,HDD,Cmp7\n").only();
        assertThat(run.subject().settings()).containsEntry("compression", "7");
        assertThat(run.warnings()).extracting(Warning::code).containsExactly("compression-code-unknown");
    }

    @Test
    void what_is_not_known_is_absent() throws IOException {
        RunRecord run = read(COST_AND_END + "NA,sort,600,NA,ETH,HDD,NULL,,1,65536,None,0,NA,\n")
                .only();
        assertThat(run.subject().settings())
                .isEqualTo(Map.of("replication", "1", "io_buffer", "65536", "compression", "none"));
        assertThat(run.cost()).isNull();
        assertThat(run.identity().run()).isEqualTo("line-000002");
    }

    @Test
    void an_end_that_is_no_time_leaves_the_run_as_it_is_with_a_warning() throws IOException {
        RunRecord run = read(COST_AND_END + "7,sort,600,1.25,ETH,RR3,8,10,1,65536,None,32,Lab A,-1.113e+10\n")
                .only();
        assertThat(run.times().yarnFinished()).isNull();
        assertThat(run.warnings()).extracting(Warning::code).containsExactly("end-time-unreadable");
    }

    @Test
    void columns_that_are_not_known_are_settings() throws IOException {
        RunRecord run = read("Benchmark,Exe.Time,Net,Disk,Hadoop.Version\nsort,9,ETH,HDD,2.7\n")
                .only();
        assertThat(run.subject().settings()).containsEntry("hadoop_version", "2.7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8,sort,0,1,ETH,HDD,8        | Exe.Time is '0', and must be more than 0",
                "8,sort,-5,1,ETH,HDD,8       | Exe.Time is '-5', and must be more than 0",
                "8,sort,NA,1,ETH,HDD,8       | Exe.Time is empty or NA",
                "8,,600,1,ETH,HDD,8          | Benchmark is empty or NA",
                "8,sort,600,1,,HDD,8         | Net is empty or NA",
                "8,sort,600,x,ETH,HDD,8      | Running.Cost is 'x', and must be a number",
                "8,sort,600,1,ETH,HDD,many   | Maps is 'many', and must be a whole number from 0",
                "8,sort,600,1,ETH,HDD        | 6 cells, but the header has 7",
                "7,sort,600,1,ETH,HDD,8      | ID '7' occurs on an earlier line"
            })
    void a_wrong_line_is_listed(String line, String reason) throws IOException {
        Imported imported =
                read("ID,Benchmark,Exe.Time,Running.Cost,Net,Disk,Maps\n7,sort,5,1,ETH,HDD,8\n" + line + "\n");
        assertThat(imported.runs()).hasSize(1);
        assertThat(imported.complaints()).singleElement().asString().startsWith("runs.csv: line 3: " + reason);
    }

    @Test
    void a_file_of_another_kind_is_refused() {
        assertThatThrownBy(() -> read("job,setup,duration_s\nsort,hdd,4\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no column benchmark, exe.time, net, disk");
    }

    @ParameterizedTest
    @ValueSource(strings = {COST_AND_END, CODES, NEWEST})
    void its_layouts_are_recognised_by_their_headers(String header) throws IOException {
        assertThat(Importers.recognise(Files.writeString(directory.resolve("any.CSV"), "\n" + header)))
                .map(Importer::name)
                .contains("aloja");
    }

    @Test
    void other_csv_is_generic_and_other_files_are_not_recognised() throws IOException {
        Path csv = Files.writeString(directory.resolve("any.csv"), "job,setup,duration_s\nsort,hdd,4\n");
        Path log = Files.writeString(directory.resolve("any.log"), COST_AND_END);
        assertThat(Importers.recognise(csv)).map(Importer::name).contains("csv");
        assertThat(Importers.recognise(log)).isEmpty();
        try (Stream<RunRecord> runs = Imports.read(csv, line -> {})) {
            assertThat(runs).hasSize(1);
        }
        assertThatThrownBy(() -> Imports.read(log, line -> {})).hasMessageContaining("neither a .csv nor a .tsv file");
    }

    private static Map<String, String> machines(String codec, String ram, String maps) {
        return Map.ofEntries(
                Map.entry("maps", maps),
                Map.entry("sort_factor", "10"),
                Map.entry("replication", "1"),
                Map.entry("io_buffer", "65536"),
                Map.entry("compression", codec),
                Map.entry("block_size", "67108864"),
                Map.entry("cluster", "Cl3"),
                Map.entry("cluster_name", "lab-03"),
                Map.entry("datanodes", "8"),
                Map.entry("headnodes", "1"),
                Map.entry("vm_os", "linux"),
                Map.entry("vm_cores", "12"),
                Map.entry("vm_ram_gb", ram),
                Map.entry("provider", "azure"),
                Map.entry("vm_size", "A7"),
                Map.entry("service_type", "IaaS"));
    }

    private Imported read(String text) throws IOException {
        return Imported.of("aloja", directory.resolve("runs.csv"), text);
    }

    @Test
    void a_generated_export_is_read_without_a_line_left_out_and_is_the_same_every_time() throws IOException {
        Path file = directory.resolve("aloja.csv");
        Path again = directory.resolve("again.csv");
        AlojaCsvGenerator.write(file, 4_404);
        AlojaCsvGenerator.write(again, 4_404);
        assertThat(Files.mismatch(file, again)).isEqualTo(-1);
        try (Stream<RunRecord> records = Imports.read(file, unreadable -> {
            throw new AssertionError(unreadable);
        })) {
            List<RunRecord> runs = records.toList();
            assertThat(runs).hasSize(4_404).allMatch(run -> run.status() == Status.OK);
            assertThat(runs.get(0).source().format()).isEqualTo("aloja");
        }
    }
}
