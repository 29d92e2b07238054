package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.importer.CsvImporter.CsvRuns;
import org.spindlebench.analysis.importer.CsvLines.CsvRow;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads the CSV exports of ALOJA in every layout. Columns are recognised by name, in any order. Unknown columns become
 * settings. {@code docs/import.md} describes the result of each column.
 */
final class AlojaImporter implements Importer {
    static final String NAME = "aloja";
    static final String BENCHMARK = "Benchmark";
    static final String TIME = "Exe.Time";
    static final String NET = "Net";
    static final String DISK = "Disk";

    private static final List<String> NEEDED = List.of(BENCHMARK, TIME, NET, DISK);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "a CSV export of ALOJA, with the columns " + String.join(", ", NEEDED);
    }

    @Override
    public SetupName setupName() {
        return SetupName.IN_FILE;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return CsvRuns.open(file, lowerCase(), header -> new AlojaMeaning(this, file, header), unreadable);
    }

    /** Checks for ALOJA's columns of the benchmark and the time, which generic CSV files lack. */
    static boolean isHeader(String line) {
        try {
            return CsvHeader.names(line).containsAll(lowerCase().subList(0, 2));
        } catch (UnreadableException notCsv) {
            return false;
        }
    }

    private static List<String> lowerCase() {
        return NEEDED.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    /** Turns the lines of an ALOJA export into runs. */
    static final class AlojaMeaning implements CsvRuns.Meaning {
        private static final String ID = "id";
        private static final String COST = "Running.Cost";
        private static final String END = "End.time";
        private static final String VALID = "valid";
        private static final String FILTER = "filter";
        /** The texts for a missing value in exports of databases and of R. */
        private static final Set<String> UNKNOWN = Set.of("na", "null", "\\n");

        private static final Pattern CODE = Pattern.compile("\\d+");
        private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,8}");
        private static final Set<String> NO_SETTINGS = Set.of(
                ID,
                lower(AlojaImporter.BENCHMARK),
                lower(AlojaImporter.TIME),
                lower(AlojaImporter.NET),
                lower(AlojaImporter.DISK),
                lower(COST),
                lower(END),
                VALID,
                FILTER);
        private static final Warning END_UNREADABLE = new Warning(
                "end-time-unreadable", "the export's End.time is not a time, so the date of the run is unknown");

        private static final Warning CODEC_UNKNOWN = new Warning(
                "compression-code-unknown", "the export names the codec by a number that ALOJA's table does not have");

        private final Importer importer;
        private final ImportFile file;
        private final List<String> settings;
        private final Set<String> names = new HashSet<>();

        AlojaMeaning(Importer importer, ImportFile file, CsvHeader header) {
            this.importer = importer;
            this.file = file;
            this.settings = header.names().stream()
                    .filter(name -> !name.isEmpty() && !NO_SETTINGS.contains(name))
                    .toList();
        }

        @Override
        public RunRecord run(CsvRow row) throws UnreadableException {
            double elapsed = Numbers.positive(AlojaImporter.TIME, need(row, AlojaImporter.TIME));
            String disk = CsvRow.name(AlojaImporter.DISK, need(row, AlojaImporter.DISK));
            String net = CsvRow.name(AlojaImporter.NET, need(row, AlojaImporter.NET));
            String setup = disk + "-" + net;
            String job = CsvRow.name(AlojaImporter.BENCHMARK, need(row, AlojaImporter.BENCHMARK));
            Subject subject = new Subject(job, CsvRow.name("Disk and Net", setup), settings(row));
            Optional<String> end = known(row, lower(END));
            Optional<ClockTime> finished = end.flatMap(text -> Instants.digits(text, file.zone()));
            Double cost = cost(row);
            String suite = subject.settings().getOrDefault(AlojaColumn.BENCH_TYPE.setting(), importer.name());
            ImportedRun run = new ImportedRun(importer, file, name(row), suite, row.line(), subject)
                    .hardware(Map.of("disk", disk, "network", net))
                    .finished(finished, elapsed)
                    .warnings(warnings(subject, end.isPresent() && finished.isEmpty()))
                    .cost(cost)
                    .sizes(nodes(subject), null, null);
            boolean isLeftOut = "0".equals(row.get(VALID).orElse(""))
                    || "1".equals(row.get(FILTER).orElse(""));
            return (isLeftOut ? run.status(Status.INVALID, "ALOJA marks the run as not valid, or filters it") : run)
                    .toRecord();
        }

        private static List<Warning> warnings(Subject subject, boolean endUnreadable) {
            List<Warning> warnings = new ArrayList<>();
            if (endUnreadable) {
                warnings.add(END_UNREADABLE);
            }
            String codec = subject.settings().getOrDefault(AlojaColumn.COMPRESSION.setting(), "");
            if (CODE.matcher(codec).matches()) {
                warnings.add(CODEC_UNKNOWN);
            }
            return warnings;
        }

        // This is called last, so that an unreadable line does not use up a name.
        private String name(CsvRow row) throws UnreadableException {
            Optional<String> id = known(row, ID);
            if (id.isEmpty()) {
                return ImportedRun.lineName(row.line());
            }
            String name = "id-" + SafeName.of(id.get(), "none");
            if (!names.add(name)) {
                throw new UnreadableException(
                        "ID " + Numbers.shown(id.get()) + " occurs on an earlier line: the run would count twice");
            }
            return name;
        }

        private Map<String, String> settings(CsvRow row) throws UnreadableException {
            Map<String, String> all = new TreeMap<>();
            for (String name : settings) {
                Optional<String> cell = known(row, name);
                if (cell.isEmpty()) {
                    continue;
                }
                Optional<AlojaColumn> column = AlojaColumn.of(name);
                if (column.isEmpty()) {
                    all.put(name.replaceAll("[. ]+", "_"), CsvRow.name(name, cell.get()));
                } else {
                    column.get()
                            .value(cell.get())
                            .ifPresent(value -> all.put(column.get().setting(), value));
                }
            }
            return all;
        }

        private static Double cost(CsvRow row) throws UnreadableException {
            Optional<String> text = known(row, lower(COST));
            return text.isEmpty() ? null : (Double) Numbers.notNegative(COST, text.get());
        }

        private static Integer nodes(Subject subject) {
            String nodes = subject.settings().getOrDefault(AlojaColumn.DATANODES.setting(), "");
            return COUNT.matcher(nodes).matches() ? Integer.valueOf(nodes) : null;
        }

        private static String need(CsvRow row, String column) throws UnreadableException {
            Optional<String> cell = known(row, lower(column));
            if (cell.isEmpty()) {
                throw new UnreadableException(column + " is empty or NA");
            }
            return cell.get();
        }

        private static Optional<String> known(CsvRow row, String column) {
            return row.get(column).filter(cell -> !UNKNOWN.contains(lower(cell)));
        }

        private static String lower(String text) {
            return text.toLowerCase(Locale.ROOT);
        }
    }

    /** The columns of ALOJA's exports that become settings, with Spindle's names if it has any. */
    enum AlojaColumn {
        MAPS("Maps", "maps", AlojaKind.WHOLE),
        SORT_FACTOR("IO.SFac", "sort_factor", AlojaKind.WHOLE),
        REPLICATION("Rep", "replication", AlojaKind.WHOLE),
        IO_BUFFER("IO.FBuf", "io_buffer", AlojaKind.WHOLE),
        COMPRESSION("Comp", "compression", AlojaKind.CODEC),
        BLOCK_SIZE("Blk.size", "block_size", AlojaKind.MEBIBYTES),
        CLUSTER("Cluster", "cluster", AlojaKind.TEXT),
        CLUSTER_NAME("Cl.Name", "cluster_name", AlojaKind.TEXT),
        DATANODES("Datanodes", "datanodes", AlojaKind.WHOLE),
        HEADNODES("Headnodes", "headnodes", AlojaKind.WHOLE),
        VM_OS("VM.OS", "vm_os", AlojaKind.TEXT),
        VM_CORES("VM.Cores", "vm_cores", AlojaKind.NUMBER),
        VM_RAM("VM.RAM", "vm_ram_gb", AlojaKind.NUMBER),
        PROVIDER("Provider", "provider", AlojaKind.TEXT),
        VM_SIZE("VM.Size", "vm_size", AlojaKind.TEXT),
        SERVICE_TYPE("Service.Type", "service_type", AlojaKind.TEXT),
        BENCH_TYPE("Bench.Type", "bench_type", AlojaKind.TEXT);

        enum AlojaKind {
            TEXT,
            WHOLE,
            NUMBER,
            /** A number in units of 2^20 bytes; 0 if unknown. */
            MEBIBYTES,
            /** A name, a code from 0 to 3, or {@code Cmp} and a code. */
            CODEC
        }

        private static final Pattern CODE = Pattern.compile("^cmp(?=\\d)");
        private static final long MEBIBYTE = 1L << 20;
        private static final Map<String, AlojaColumn> BY_HEADER = Arrays.stream(values())
                .collect(Collectors.toUnmodifiableMap(
                        column -> column.header.toLowerCase(Locale.ROOT), Function.identity()));

        private final String header;
        private final String setting;
        private final AlojaKind kind;

        AlojaColumn(String header, String setting, AlojaKind kind) {
            this.header = header;
            this.setting = setting;
            this.kind = kind;
        }

        /** Returns the column that has this name in lower case; empty if there is none. */
        static Optional<AlojaColumn> of(String header) {
            return Optional.ofNullable(BY_HEADER.get(header));
        }

        String header() {
            return header;
        }

        String setting() {
            return setting;
        }

        /** Returns the setting's value; empty if the cell marks it as unknown. */
        Optional<String> value(String cell) throws UnreadableException {
            return switch (kind) {
                case TEXT -> Optional.of(CsvRow.name(header, cell));
                case WHOLE -> Optional.of(String.valueOf(Numbers.whole(header, cell, 0)));
                case NUMBER -> Optional.of(Numbers.plain(header, cell));
                case MEBIBYTES -> bytes(Numbers.whole(header, cell, 0));
                case CODEC -> Optional.of(codec(CsvRow.name(header, cell)));
            };
        }

        private Optional<String> bytes(long mebibytes) throws UnreadableException {
            if (mebibytes > Long.MAX_VALUE / MEBIBYTE) {
                throw new UnreadableException(header + " is " + mebibytes + " MB, more than is possible");
            }
            return mebibytes == 0 ? Optional.empty() : Optional.of(String.valueOf(mebibytes * MEBIBYTE));
        }

        // The codes are from ALOJA's own table.
        private static String codec(String cell) {
            String code = CODE.matcher(cell.toLowerCase(Locale.ROOT)).replaceFirst("");
            return switch (code) {
                case "0" -> "none";
                case "1" -> "zlib";
                case "2" -> "bzip2";
                case "3" -> "snappy";
                default -> code;
            };
        }
    }
}
