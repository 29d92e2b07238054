package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** A number that follows from the inputs of a price list. It can be computed for the list's inputs and for others. */
public final class Formula {
    private final ToDoubleFunction<Map<String, Double>> by;
    private final double value;
    private final boolean known;
    private final boolean constant;
    /** The key of an input, even if its value is unknown; null if the formula is computed from {@link #parts}. */
    private final String key;

    private final List<Formula> parts;

    private Formula(ToDoubleFunction<Map<String, Double>> by, boolean known, boolean constant, String key) {
        this.by = by;
        this.value = by.applyAsDouble(Map.of());
        this.known = known;
        this.constant = constant;
        this.key = key;
        this.parts = List.of();
    }

    private Formula(ToDoubleFunction<Map<String, Double>> by, List<Formula> parts) {
        this.by = by;
        this.value = by.applyAsDouble(Map.of());
        this.known = parts.stream().allMatch(Formula::isKnown);
        this.constant = false;
        this.key = null;
        this.parts = parts;
    }

    static Formula constant(double value) {
        return new Formula(inputs -> value, true, true, null);
    }

    /** Creates an input; the value is null if the list does not state it. */
    static Formula input(String name, Double value) {
        return input(name, value, name);
    }

    /** Creates an input. {@link #missing()} reports the key if the list does not state it. */
    static Formula input(String name, Double value, String key) {
        return value == null
                ? missing(key)
                : new Formula(inputs -> inputs.getOrDefault(name, value), true, false, name);
    }

    static Formula missing(String key) {
        return new Formula(inputs -> 0, false, true, key);
    }

    Formula plus(Formula other) {
        if (isNothing()) {
            return other;
        }
        return other.isNothing() ? this : new Formula(inputs -> by(inputs) + other.by(inputs), List.of(this, other));
    }

    Formula minus(Formula other) {
        return new Formula(inputs -> by(inputs) - other.by(inputs), List.of(this, other));
    }

    Formula times(Formula other) {
        return other.isNothing() ? other : new Formula(inputs -> by(inputs) * other.by(inputs), List.of(this, other));
    }

    Formula times(int count) {
        return times(constant(count));
    }

    Formula over(Formula other) {
        return new Formula(inputs -> by(inputs) / other.by(inputs), List.of(this, other));
    }

    private boolean isNothing() {
        return known && constant && value == 0;
    }

    /** Copies this formula, but makes the copy unknown if another formula is unknown. */
    Formula needing(Formula other) {
        return new Formula(by, List.of(this, other));
    }

    /** Returns the current value as a constant, which no input changes. */
    Formula fixed() {
        return known ? constant(value) : this;
    }

    /** Checks whether all inputs are stated. */
    public boolean isKnown() {
        return known;
    }

    /** Returns the value that the list gives; null if an input is not stated, or a divisor is 0. */
    public Double value() {
        return known && Double.isFinite(value) ? value : null;
    }

    /** Returns the value with these inputs, which replace the list's; all other inputs have the values of the list. */
    double by(Map<String, Double> inputs) {
        return by.applyAsDouble(inputs);
    }

    /**
     * Returns the value as a sum: a constant, and the number by which each of these inputs is multiplied. The formula
     * must be linear in the inputs, as costs are in prices.
     */
    public List<Double> linear(Collection<String> inputs) {
        Map<String, Double> zeros = new HashMap<>();
        inputs.forEach(input -> zeros.put(input, 0.0));
        double rest = by(zeros);
        List<Double> sum = new ArrayList<>(List.of(rest));
        for (String input : inputs) {
            Map<String, Double> one = new HashMap<>(zeros);
            one.put(input, 1.0);
            sum.add(by(one) - rest);
        }
        return sum;
    }

    /** Returns the names of the stated inputs that affect the value. */
    public SortedSet<String> inputs() {
        return keys(formula -> formula.known);
    }

    /** Returns the keys of the inputs that are not stated. */
    public SortedSet<String> missing() {
        return keys(formula -> !formula.known);
    }

    private SortedSet<String> keys(Predicate<Formula> matches) {
        SortedSet<String> keys = new TreeSet<>();
        if (key != null && matches.test(this)) {
            keys.add(key);
        }
        parts.forEach(part -> keys.addAll(part.keys(matches)));
        return keys;
    }
}
