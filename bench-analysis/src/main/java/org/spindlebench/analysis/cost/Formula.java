package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A number that follows from the inputs of a price list: its value by the list, and how to compute it anew of other inputs.
 *
 * <p>The page in a browser has no other arithmetic of costs than these: it evaluates {@link #tree} with the inputs that a reader types.
 */
public final class Formula {
    private final double value;
    private final Object tree;
    private final boolean known;
    /** The key of an input, known or not; null for what is computed of {@link #parts}. */
    private final String key;

    private final List<Formula> parts;

    private Formula(double value, Object tree, boolean known, String key) {
        this.value = value;
        this.tree = tree;
        this.known = known;
        this.key = key;
        this.parts = List.of();
    }

    private Formula(double value, Object tree, List<Formula> parts) {
        this.value = value;
        this.tree = tree;
        this.known = parts.stream().allMatch(Formula::isKnown);
        this.key = null;
        this.parts = parts;
    }

    static Formula constant(double value) {
        return new Formula(value, value, true, null);
    }

    /**
     * An input that a list may state.
     *
     * @param value null where it does not
     */
    static Formula input(String name, Double value) {
        return input(name, value, name);
    }

    /** @param key what to call the input where it is missing */
    static Formula input(String name, Double value, String key) {
        return value == null ? missing(key) : new Formula(value, name, true, name);
    }

    static Formula missing(String key) {
        return new Formula(0, 0, false, key);
    }

    Formula plus(Formula other) {
        // What costs nothing is not worth its room.
        if (isNothing()) {
            return other;
        }
        return other.isNothing() ? this : with("+", other, value + other.value);
    }

    Formula minus(Formula other) {
        return with("-", other, value - other.value);
    }

    Formula times(Formula other) {
        return other.isNothing() ? other : with("*", other, value * other.value);
    }

    Formula times(int count) {
        return times(constant(count));
    }

    Formula over(Formula other) {
        return with("/", other, value / other.value);
    }

    private Formula with(String operation, Formula other, double result) {
        return new Formula(result, List.of(operation, tree, other.tree), List.of(this, other));
    }

    private boolean isNothing() {
        return known && value == 0 && tree instanceof Number;
    }

    /** The same, and unknown where another is. */
    Formula needing(Formula other) {
        return new Formula(value, tree, List.of(this, other));
    }

    /** The same, which other formulas call by a name. */
    Formula named(String name) {
        return new Formula(value, name, List.of(this));
    }

    /** The same as a constant that no input changes. */
    Formula fixed() {
        return known ? constant(value) : this;
    }

    /** Whether all inputs are stated. */
    public boolean isKnown() {
        return known;
    }

    /** By the list; null where an input is not stated, or something is divided by 0. */
    public Double value() {
        return known && Double.isFinite(value) ? value : null;
    }

    /** A number, the name of an input or of another formula, or an operation ({@code + - * /}) and its two operands. */
    public Object tree() {
        return tree;
    }

    /** The names of the inputs that change it. */
    public SortedSet<String> inputs() {
        return keys(formula -> formula.known);
    }

    /** The keys of the inputs that are not stated. */
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
