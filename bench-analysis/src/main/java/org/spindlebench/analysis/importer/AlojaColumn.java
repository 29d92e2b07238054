package org.spindlebench.analysis.importer;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The columns of ALOJA's exports that become settings, and how. Names of settings are Spindle's own where it has one. */
enum AlojaColumn {
    MAPS("Maps", "maps", Kind.WHOLE),
    SORT_FACTOR("IO.SFac", "sort_factor", Kind.WHOLE),
    REPLICATION("Rep", "replication", Kind.WHOLE),
    IO_BUFFER("IO.FBuf", "io_buffer", Kind.WHOLE),
    COMPRESSION("Comp", "compression", Kind.CODEC),
    BLOCK_SIZE("Blk.size", "block_size", Kind.MEBIBYTES),
    CLUSTER("Cluster", "cluster", Kind.TEXT),
    CLUSTER_NAME("Cl.Name", "cluster_name", Kind.TEXT),
    DATANODES("Datanodes", "datanodes", Kind.WHOLE),
    HEADNODES("Headnodes", "headnodes", Kind.WHOLE),
    VM_OS("VM.OS", "vm_os", Kind.TEXT),
    VM_CORES("VM.Cores", "vm_cores", Kind.NUMBER),
    VM_RAM("VM.RAM", "vm_ram_gb", Kind.NUMBER),
    PROVIDER("Provider", "provider", Kind.TEXT),
    VM_SIZE("VM.Size", "vm_size", Kind.TEXT),
    SERVICE_TYPE("Service.Type", "service_type", Kind.TEXT),
    BENCH_TYPE("Bench.Type", "bench_type", Kind.TEXT);

    /** What a column's cells hold. */
    enum Kind {
        TEXT,
        WHOLE,
        NUMBER,
        /** In units of 2^20 bytes; 0 where it is not known. */
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
    private final Kind kind;

    AlojaColumn(String header, String setting, Kind kind) {
        this.header = header;
        this.setting = setting;
        this.kind = kind;
    }

    /** The column of a name in lower case. */
    static Optional<AlojaColumn> of(String header) {
        return Optional.ofNullable(BY_HEADER.get(header));
    }

    String header() {
        return header;
    }

    String setting() {
        return setting;
    }

    /** The setting that a cell means; empty where it says that it does not know. */
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
            throw new UnreadableException(header + " is " + mebibytes + " MB, more than there can be");
        }
        return mebibytes == 0 ? Optional.empty() : Optional.of(String.valueOf(mebibytes * MEBIBYTE));
    }

    // ALOJA's own table of codes.
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
