package org.spindlebench.runner.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;
import org.spindlebench.runner.plan.SetupFacts.SplitCapacity;

/** Prints a text like Table 1 of Cloudera's paper, for any setups. Columns without known values are left out. */
public final class SetupTable {
    private static final BigDecimal TB = BigDecimal.valueOf(1_000_000_000_000L);
    private static final BigDecimal MB = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal BYTES_PER_GIGABIT = BigDecimal.valueOf(125_000_000);
    private static final int PERCENT = 100;

    private static final TextTable<SetupFacts> TABLE = new TextTable<SetupFacts>()
            .left("setup", SetupFacts::setup)
            .left("storage", SetupFacts::storage)
            .right("raw TB", setup -> scaled(setup.rawCapacity(), TB))
            .right("usable TB", setup -> scaled(setup.usableCapacity(), TB))
            .right("HDFS dirs", setup -> String.valueOf(setup.hdfs().directories()))
            .right("HDFS MB/s", setup -> bandwidth(setup.hdfs().nominal()))
            .right("measured", setup -> bandwidth(setup.hdfs().measured()))
            .right("shuffle dirs", setup -> String.valueOf(setup.shuffle().directories()))
            .right("shuffle MB/s", setup -> bandwidth(setup.shuffle().nominal()))
            .right("measured", setup -> bandwidth(setup.shuffle().measured()))
            .right("Gb/s", SetupTable::network)
            .right("W", setup -> number(setup.watts()))
            .right("price", setup -> price(setup.price(), setup.currency()))
            .right("per TB", setup -> price(perTerabyte(setup), setup.currency()))
            .right(
                    "NIC",
                    setup -> price(
                            setup.network() == null ? null : setup.network().price(), setup.currency()))
            .left("way", SetupFacts::way);

    private SetupTable() {}

    /** Returns a line for each setup, the meaning of the columns, and the settings that split devices need. */
    public static String text(List<SetupFacts> setups) {
        List<String> lines = new ArrayList<>(TABLE.lines(setups));
        lines.add("");
        lines.addAll(legend(setups));
        return String.join(System.lineSeparator(), lines);
    }

    private static List<String> legend(List<SetupFacts> setups) {
        List<String> lines = new ArrayList<>();
        lines.add("All numbers are of one node, as stated by the setups; a dash means not stated. TB = 10^12 bytes.");
        setups.stream()
                .map(SetupTable::stored)
                .distinct()
                .forEach(stored ->
                        lines.add("usable: capacity of the devices to which HDFS writes, for " + stored + "."));
        lines.add(
                "dirs, MB/s: directories, and sequential bandwidth (read/write if they differ) of all devices to which"
                        + " HDFS or the shuffle writes.");
        lines.add("price: of the devices only. per TB: this price over the raw capacity, without replicas.");
        ratios(setups).ifPresent(lines::add);
        if (setups.stream().anyMatch(SetupFacts::emulated)) {
            lines.add("Emulated disks are smaller than the described ones, so they have no price per TB.");
        }
        lines.add("way: how the setup is applied, and who applies it.");
        for (SetupFacts setup : setups) {
            setup.splits().forEach(split -> lines.add(reservation(setup.setup(), split)));
            if (!setup.fill().isEmpty()) {
                lines.add(fill(setup));
            }
        }
        return lines;
    }

    private static String stored(SetupFacts setup) {
        return setup.erasureCoding() == null
                ? setup.replication() + (setup.replication() == 1 ? " copy" : " copies")
                : "files of " + setup.erasureCoding();
    }

    /** Returns a line with the usable capacity of all setups, for runs that store files in another way. */
    static String usable(List<SetupFacts> setups) {
        return "usable TB for " + stored(setups.get(0)) + ": "
                + setups.stream()
                        .map(setup -> setup.setup() + " "
                                + (setup.usableCapacity() == null ? "-" : scaled(setup.usableCapacity(), TB)))
                        .collect(Collectors.joining(", "));
    }

    private static String reservation(String setup, SplitCapacity split) {
        return "* " + setup + ": HDFS counts each `" + split.device() + "` " + split.directories() + " times, "
                + scaled(split.counted(), TB) + " TB instead of " + scaled(split.capacity(), TB)
                + " TB, unless about " + split.reservedPerDirectory()
                + " bytes are reserved in each of its directories (dfs.datanode.du.reserved).";
    }

    private static String fill(SetupFacts setup) {
        return "* " + setup.setup() + ": HDFS fills its directories in turn: "
                + setup.fill().stream()
                        .map(level -> "`" + level.device() + "` is full when a node's HDFS holds "
                                + scaled(level.bytes(), TB) + " TB, replicas counted ("
                                + plain(BigDecimal.valueOf(level.share() * PERCENT)) + " % of its bytes each)")
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private static String network(SetupFacts setup) {
        return setup.network() == null ? null : scaled(setup.network().bandwidth(), BYTES_PER_GIGABIT);
    }

    private static String bandwidth(RoleTotal.Bandwidth bandwidth) {
        if (bandwidth == null) {
            return null;
        }
        String read = scaled(bandwidth.read(), MB);
        String write = scaled(bandwidth.write(), MB);
        return read.equals(write) ? read : read + "/" + write;
    }

    private static String price(Double price, String currency) {
        return price == null ? null : number(price) + " " + currency;
    }

    private static Double perTerabyte(SetupFacts setup) {
        Double perByte = setup.pricePerByte();
        return perByte == null ? null : (Double) (perByte * TB.doubleValue());
    }

    /** Returns each setup's price per TB divided by the lowest price, if the prices differ and are in one currency. */
    private static Optional<String> ratios(List<SetupFacts> setups) {
        List<SetupFacts> priced =
                setups.stream().filter(setup -> perTerabyte(setup) != null).toList();
        double least =
                priced.stream().mapToDouble(SetupTable::perTerabyte).min().orElse(0);
        boolean comparable = least > 0
                && priced.stream().map(SetupFacts::currency).distinct().count() == 1
                && priced.stream().anyMatch(setup -> perTerabyte(setup) > least);
        return comparable
                ? Optional.of("price per TB over the lowest: "
                        + priced.stream()
                                .map(setup -> setup.setup() + " " + number(perTerabyte(setup) / least))
                                .collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    private static String number(Double number) {
        return number == null ? null : plain(BigDecimal.valueOf(number));
    }

    private static String scaled(Long base, BigDecimal unit) {
        return base == null ? null : plain(BigDecimal.valueOf(base).divide(unit));
    }

    /** Returns a number with up to two decimals. */
    private static String plain(BigDecimal number) {
        BigDecimal rounded = number.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.toPlainString();
    }
}
