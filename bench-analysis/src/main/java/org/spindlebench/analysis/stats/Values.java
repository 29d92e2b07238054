package org.spindlebench.analysis.stats;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;

/** Numbers as a list that cannot change, and that holds no object for each: a cell may have thousands. */
final class Values extends AbstractList<Double> implements RandomAccess {
    private final double[] numbers;

    private Values(double[] numbers) {
        this.numbers = numbers;
    }

    /** Copies them, unless they are of this kind already. */
    static Values of(Collection<Double> numbers) {
        if (numbers instanceof Values values) {
            return values;
        }
        double[] copy = new double[numbers.size()];
        int next = 0;
        for (double number : numbers) {
            copy[next++] = number;
        }
        return new Values(copy);
    }

    static Values of(double... numbers) {
        return new Values(numbers.clone());
    }

    /** All of several lists, one after the other. */
    static Values joined(Collection<Values> lists) {
        double[] all = new double[lists.stream().mapToInt(Values::size).sum()];
        int next = 0;
        for (Values list : lists) {
            System.arraycopy(list.numbers, 0, all, next, list.numbers.length);
            next += list.numbers.length;
        }
        return new Values(all);
    }

    double at(int index) {
        return numbers[index];
    }

    double[] copy() {
        return numbers.clone();
    }

    double[] sorted() {
        double[] sorted = copy();
        Arrays.sort(sorted);
        return sorted;
    }

    double least() {
        double least = numbers[0];
        for (double number : numbers) {
            least = Math.min(least, number);
        }
        return least;
    }

    double greatest() {
        double greatest = numbers[0];
        for (double number : numbers) {
            greatest = Math.max(greatest, number);
        }
        return greatest;
    }

    @Override
    public Double get(int index) {
        return numbers[index];
    }

    @Override
    public int size() {
        return numbers.length;
    }
}
