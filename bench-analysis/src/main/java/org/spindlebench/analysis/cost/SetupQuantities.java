package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.Repricing.PriceInput;

/**
 * How often each price of a list is in each price of a setup. Prices of setups are linear in those of the list; so who knows these
 * quantities needs nothing else of the list to price the setup anew.
 *
 * @param setup its name
 * @param workers how many; null where it is not known
 * @param devicesOfOneKind how many a worker has; 0 where they are of several kinds, or none is stated
 * @param device by the names of {@link PriceInput}, how often each is in {@link SetupCost.Prices#device}; null where that is not known, as
 *     something is not stated
 * @param node the same of the price of a node
 * @param cluster the same of the price of the cluster
 * @param hourly the same of the price by the hour; null also where the list states none by the hour
 * @param isTotalKnown whether the cost over the years is known
 * @param rackUnits of the cluster; 0 where the list has no price of them
 * @param watts of the cluster; null where they are not known
 */
public record SetupQuantities(
        String setup,
        Integer workers,
        int devicesOfOneKind,
        SortedMap<String, Double> device,
        SortedMap<String, Double> node,
        SortedMap<String, Double> cluster,
        SortedMap<String, Double> hourly,
        boolean isTotalKnown,
        double rackUnits,
        Double watts) {
    private static final Terms NEUTRAL = new Terms(1, null, 0, 0, null);
    private static final String RACK_UNIT = "rack_unit_per_year";

    public SetupQuantities {
        device = unmodifiable(device);
        node = unmodifiable(node);
        cluster = unmodifiable(cluster);
        hourly = unmodifiable(hourly);
    }

    private static SortedMap<String, Double> unmodifiable(SortedMap<String, Double> map) {
        return map == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    /** Whether a price matters to the setup. */
    boolean has(String price) {
        return Stream.of(device, node, cluster, hourly).anyMatch(prices -> prices != null && prices.containsKey(price));
    }

    /** What the library makes of a list in which one price is 1 and all others are 0. */
    static SetupQuantities of(PriceList list, String setup) {
        SetupCost cost = SetupCost.of(list, setup);
        PricedSetup priced = list.setups().get(setup);
        List<String> names = PriceInputs.of(list).stream().map(PriceInput::name).toList();
        SetupCost ofRackUnits = withOne(list, RACK_UNIT, setup);
        boolean total = cost.prices().total() != null;
        return new SetupQuantities(
                setup,
                cost.workers(),
                priced.devices().size() == 1 ? cost.devices().count() : 0,
                quantities(list, names, setup, SetupCost.Prices::device),
                quantities(list, names, setup, SetupCost.Prices::node),
                quantities(list, names, setup, SetupCost.Prices::cluster),
                list.statesHourlyPrices() ? quantities(list, names, setup, SetupCost.Prices::hourly) : null,
                total,
                total ? ofRackUnits.prices().total() : 0,
                cost.watts());
    }

    private static SetupCost withOne(PriceList list, String name, String setup) {
        return SetupCost.of(
                PriceInputs.changed(list, NEUTRAL, input -> input.name().equals(name) ? 1 : 0), setup);
    }

    private static SortedMap<String, Double> quantities(
            PriceList list, List<String> names, String setup, Function<SetupCost.Prices, Double> price) {
        SortedMap<String, Double> quantities = new TreeMap<>();
        for (String name : names) {
            Double quantity = price.apply(withOne(list, name, setup).prices());
            if (quantity == null) {
                return null;
            }
            if (quantity != 0) {
                quantities.put(name, quantity);
            }
        }
        return quantities;
    }
}
