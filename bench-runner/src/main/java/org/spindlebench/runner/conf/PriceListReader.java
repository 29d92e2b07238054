package org.spindlebench.runner.conf;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.runner.conf.ByteSize.ByteRate;
import org.spindlebench.runner.conf.FileSafeName.CodingName;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.StrictMap.Keys;
import org.spindlebench.runner.conf.TimeSpan.CalendarDate;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber.Decimal;

/**
 * Reads the file of a price list. It refuses everything that it does not understand and reports all problems at once.
 * {@code conf/prices/template.yaml} describes the keys.
 */
public final class PriceListReader {
    private static final int MOST_MACHINES = 1_000_000;
    private static final int MOST_DEVICES = 10_000;

    private static final String CODING = "erasure_coding";

    private static final Keys KEYS = Keys.of(
            "name: NAME",
            "currency: USD",
            "date: 2015-06",
            "source: who stated these prices, and where",
            "years",
            "utilisation",
            "discount",
            "support",
            "replication",
            CODING,
            "reserve",
            "write_amplification",
            "rack_unit_per_year",
            "energy",
            "hourly",
            "masters",
            "workers",
            "node",
            "switches",
            "networks",
            "devices",
            "setups: {HDD: {devices: {hdd: 6}}}");
    private static final Keys MACHINE_KEYS = Keys.of("count", "price", "watts", "rack_units");
    private static final Keys NODE_KEYS = Keys.of("price", "watts", "rack_units");
    private static final Keys NETWORK_KEYS = Keys.of("nic", "nic_watts", "hourly", "switches");
    private static final Keys DEVICE_KEYS = Keys.of("price", "capacity", "bandwidth", "watts", "tbw", "hourly");
    private static final Keys SETUP_KEYS =
            Keys.of("workers", "devices", "hdfs", "network", CODING, "price", "watts", "rack_units", "hourly");

    private final StrictMap map;
    /** The ranges that were read so far, by the names of the inputs. */
    private final SortedMap<String, PriceRange> ranges = new TreeMap<>();

    private final Problems problems;

    private PriceListReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Reads the price list in a text. If any part cannot be parsed, adds problems and returns empty. */
    public static Optional<PriceList> read(String source, String text, Problems problems) {
        return StrictMap.read(source, text, "a price list", KEYS, problems, (map, own) -> new PriceListReader(map, own)
                        .draft())
                .flatMap(read -> list(source, read, problems));
    }

    private static Optional<PriceList> list(String source, Draft draft, Problems problems) {
        try {
            return Optional.of(draft.list());
        } catch (IllegalArgumentException e) {
            problems.add(Problem.at(new Location(source, 0, 0), "setups", e.getMessage()));
            return Optional.empty();
        }
    }

    /** The parts of a price list that were read, even if some have problems. A price list itself must be complete. */
    private record Draft(
            PriceList.PriceSource about,
            Assumptions terms,
            Catalogue parts,
            RunningCosts running,
            SortedMap<String, PricedSetup> setups,
            SortedMap<String, PriceRange> ranges) {
        PriceList list() {
            return new PriceList(about, terms, parts, running, setups, ranges);
        }
    }

    private Draft draft() {
        PriceList.PriceSource about = about();
        Assumptions terms = terms();
        RunningCosts running = running();
        SortedMap<String, DeviceKind> devices = each("devices", "device", "a device", DEVICE_KEYS, this::device);
        SortedMap<String, NetworkKind> networks = each("networks", "network", "a network", NETWORK_KEYS, this::network);
        Catalogue parts = new Catalogue(
                machines(map, "", "masters").orElse(Machines.NONE),
                node(),
                machines(map, "", "switches").orElse(Machines.NONE),
                networks,
                devices);
        SortedMap<String, PricedSetup> setups = each(
                "setups",
                "setup",
                "a setup",
                SETUP_KEYS,
                (name, found) -> setup(name, found, map.names("devices"), map.names("networks")));
        if (setups.isEmpty() && map.has("setups") && problems.isEmpty()) {
            map.refuse("setups", "prices no setup", "name at least one of the measured setups");
        }
        return new Draft(about, terms, parts, running, setups, ranges);
    }

    /**
     * Reads the source of the prices. If any part is missing or cannot be parsed, returns an arbitrary source, after
     * the problem is reported.
     */
    private PriceList.PriceSource about() {
        return new PriceList.PriceSource(
                map.value("name", FileSafeName::parse, ""),
                map.value("currency", FileSafeName.CURRENCY, "ANY"),
                map.value("date", CalendarDate::parse, ""),
                map.text("source"));
    }

    private Assumptions terms() {
        if (map.has("replication") && map.has(CODING)) {
            map.refuse(
                    CODING,
                    "is given in addition to replication",
                    "leave one of the two out: erasure-coded files have no replicas");
        }
        StorageTerms storage = new StorageTerms(
                map.value("replication", WholeNumber.between(1, 512), StorageTerms.DEFAULT.replication()),
                coding(map),
                map.value("reserve", Decimal.shareBelowOne(), StorageTerms.DEFAULT.reserve()),
                map.value("write_amplification", Decimal.atLeast(1), StorageTerms.DEFAULT.writeAmplification()));
        return new Assumptions(
                ranged(map, "years", Decimal.positive()).orElse(Assumptions.DEFAULT.years()),
                ranged(map, "utilisation", Decimal.shareAboveZero()).orElse(null),
                ranged(map, "discount", Decimal.shareBelowOne()).orElse(Assumptions.DEFAULT.discount()),
                ranged(map, "support", Decimal.atLeast(0)).orElse(Assumptions.DEFAULT.supportPerYear()),
                storage);
    }

    private static ErasureCoding coding(StrictMap map) {
        return map.value(CODING, CodingName::parse).orElse(null);
    }

    private RunningCosts running() {
        StrictMap energy = map.mapOrEmpty("energy", Keys.of("price_per_kwh: 0.12", "pue"));
        return new RunningCosts(
                price(map.mapOrEmpty("hourly", Keys.of("base: 3.50")), "hourly.", "base"),
                price(map, "", "rack_unit_per_year"),
                price(energy, "energy.", "price_per_kwh"),
                energy.value("pue", Decimal.atLeast(1), RunningCosts.NONE.powerUsageEffectiveness()));
    }

    private static Double amount(StrictMap map, String key) {
        return map.value(key, Decimal.atLeast(0), null);
    }

    /** Reads a price, which may be a range. */
    private Double price(StrictMap found, String path, String key) {
        return ranged(found, path, key, Decimal.atLeast(0)).orElse(null);
    }

    private Optional<Double> ranged(StrictMap found, String key, ValueParser<Double> parser) {
        return ranged(found, "", key, parser);
    }

    /** Reads a number, or the middle of a range such as {@code 400 to 700}. */
    private Optional<Double> ranged(StrictMap found, String path, String key, ValueParser<Double> parser) {
        return found.value(key, text -> {
            String[] bounds = text.split(" to ", -1);
            if (bounds.length != 2) {
                return parser.parse(text);
            }
            double from = parser.parse(bounds[0].strip());
            double to = parser.parse(bounds[1].strip());
            if (from >= to) {
                throw new NotUnderstoodException(
                        "not a range", "a lesser and a greater number, such as 400 to 700", "");
            }
            PriceRange range = new PriceRange(from, to);
            ranges.put(path + key, range);
            return range.middle();
        });
    }

    private Optional<Machines> machines(StrictMap map, String path, String key) {
        return map.map(key, MACHINE_KEYS)
                .map(found -> new Machines(
                        found.value("count", WholeNumber.between(0, MOST_MACHINES), 1),
                        price(found, path + key + ".", "price"),
                        amount(found, "watts"),
                        amount(found, "rack_units")));
    }

    /**
     * Reads the worker without devices. Setups may have different numbers of workers, so these numbers are separate.
     */
    private Machines node() {
        StrictMap node = map.mapOrEmpty("node", NODE_KEYS);
        return new Machines(
                workers(map).orElse(0),
                price(node, "node.", "price"),
                amount(node, "watts"),
                amount(node, "rack_units"));
    }

    private static Optional<Integer> workers(StrictMap map) {
        return map.value("workers", WholeNumber.between(1, MOST_MACHINES));
    }

    private NetworkKind network(String name, StrictMap found) {
        String path = "networks." + name + ".";
        return new NetworkKind(
                price(found, path, "nic"),
                amount(found, "nic_watts"),
                price(found, path, "hourly"),
                machines(found, path, "switches").orElse(null));
    }

    private DeviceKind device(String name, StrictMap found) {
        String path = "devices." + name + ".";
        return new DeviceKind(
                price(found, path, "price"),
                found.value("capacity", ByteSize::parse).map(Long::doubleValue).orElse(null),
                found.value("bandwidth", ByteRate::parse).map(Long::doubleValue).orElse(null),
                amount(found, "watts"),
                found.value("tbw", ByteSize::parse).map(Long::doubleValue).orElse(null),
                price(found, path, "hourly"));
    }

    private PricedSetup setup(String name, StrictMap found, Collection<String> kinds, Collection<String> networks) {
        String path = "setups." + name + ".";
        SortedMap<String, Integer> devices = new TreeMap<>();
        found.namedValues("devices", "device", WholeNumber.between(1, MOST_DEVICES))
                .forEach((kind, count) -> {
                    check(count.location(), "devices", kind, AllowedValues.of("device", kinds));
                    devices.put(kind, count.value());
                });
        SortedSet<String> ofHdfs = new TreeSet<>();
        found.values("hdfs", AllowedValues.of("device of the setup", devices.keySet()))
                .forEach(kind -> ofHdfs.add(kind.value()));
        return new PricedSetup(
                workers(found).orElse(null),
                devices,
                found.value("network", AllowedValues.of("network", networks)).orElse(null),
                new PricedSetup.StatedTotals(
                        price(found, path, "price"),
                        amount(found, "watts"),
                        amount(found, "rack_units"),
                        price(found, path, "hourly")),
                coding(found),
                ofHdfs);
    }

    private void check(Location location, String key, String name, ValueParser<String> parser) {
        try {
            parser.parse(name);
        } catch (NotUnderstoodException e) {
            problems.add(e.at(location, key, name));
        }
    }

    private <T> SortedMap<String, T> each(
            String key, String noun, String what, Keys keys, BiFunction<String, StrictMap, T> reader) {
        SortedMap<String, T> all = new TreeMap<>();
        for (Map.Entry<String, StrictMap> entry :
                map.namedMaps(key, noun, what, keys).entrySet()) {
            all.put(entry.getKey(), reader.apply(entry.getKey(), entry.getValue()));
        }
        return all;
    }

    /**
     * Reads the file of a workload mix. It refuses everything that it does not understand and reports all problems at once.
     */
    public static final class MixReader {
        private static final Keys MIX_KEYS =
                Keys.of("name: NAME", "description", "shares: {terasort: 0.6, wordcount: 0.4}");

        private MixReader() {}

        /**
         * Parses the text of a mix. If any part cannot be parsed, adds problems and returns empty. It does not check
         * job names, because imported runs may have any.
         *
         * @param source the file's name, for messages
         */
        public static Optional<Mix> read(String source, String text, Problems problems) {
            return StrictMap.read(source, text, "a mix", MIX_KEYS, problems, (map, own) -> mix(map, own))
                    .flatMap(read -> read);
        }

        private static Optional<Mix> mix(StrictMap map, Problems problems) {
            Optional<String> name = map.value("name", FileSafeName::parse);
            String description = map.text("description");
            SortedMap<String, Double> shares = new TreeMap<>();
            map.namedValues("shares", "job", Decimal.positive())
                    .forEach((job, share) -> shares.put(job, share.value()));
            double sum =
                    shares.values().stream().mapToDouble(Double::doubleValue).sum();
            if (problems.isEmpty() && !Mix.addUp(sum)) {
                problems.add(map.problem("shares", "the shares do not add up")
                        .withValue(String.format(Locale.ROOT, "%.6g in total", sum))
                        .withAllowed("1 in total, or 100 for percentages, within 1 % for rounding")
                        .withRemedy("list all jobs of the workload, each with its share of cluster hours"));
            }
            return problems.isEmpty() ? name.map(known -> Mix.of(known, description, shares)) : Optional.empty();
        }
    }
}
