/*
 * Recomputes costs when a reader changes prices. Java writes formulas, quantiles and sentences with gaps; this script
 * evaluates, ranks and fills.
 */

const OPERATIONS = {'+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b};
/** Values are equal if they differ by less than the rounding error of a few operations. */
const ROUNDING = 1e-12;

function areEqual(a, b) {
  return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
}

/** Evaluates a number, the name of one, or an operation and its two operands; NaN if one is unknown. */
function evaluate(formula, values) {
  return Array.isArray(formula)
    ? OPERATIONS[formula[0]](evaluate(formula[1], values), evaluate(formula[2], values))
    : typeof formula === 'string' ? values[formula] ?? NaN : formula;
}

/** Returns the values and those of named formulas, each of which may use the ones before it. */
function withFormulas(values, formulas = []) {
  return formulas.reduce((all, [name, formula]) => ({...all, [name]: evaluate(formula, all)}), values);
}

/** Returns Student's quantile by Java's Chebyshev series of its logarithm (Clenshaw's recurrence). */
function quantile(coefficients, df) {
  const x = 2 / df - 1;
  const [last, before] = coefficients.reduce(([one, other], coefficient) => [coefficient + 2 * x * one - other, one], [0, 0]);
  return Math.exp(last - x * before);
}

/**
 * Checks whether the true ratio of two means may be the measured one times this value. It uses the intervals of
 * SpeedUp, or of SuiteRatio for several jobs.
 */
function mayBe(value, one, other, coefficients, linear) {
  const total = parts => parts.reduce((sum, [variance]) => sum + variance, 0);
  const [all, others] = [total([...one, ...other]), total(other)];
  if (all === 0) {
    return false;
  }
  const df = 1 / [...one, ...other].reduce((sum, [variance, ofPart]) => sum + (variance / all) ** 2 / ofPart, 0);
  const square = quantile(coefficients, df) ** 2;
  return linear
    ? (1 - value) ** 2 <= square * (all - others + value * value * others) || square * others >= 1
    : Math.log(value) ** 2 <= square * all;
}

/** All costs at prices that a reader may have changed. */
class Costs {
  constructor(model, inputs) {
    this.model = model;
    const shared = withFormulas(inputs, model.shared);
    const baseline = Object.entries(withFormulas(shared, model.setups[model.baseline])).map(([name, value]) => ['baseline.' + name, value]);
    this.setups = Object.fromEntries(Object.entries(model.setups)
      .map(([setup, formulas]) => [setup, withFormulas({...shared, ...Object.fromEntries(baseline)}, formulas)]));
    this.contests = model.contests.map(contest => ({contest, figures: Object.fromEntries(Object.entries(model.measures)
      .map(([measure, of]) => [measure, this.ranked(contest, of)]).filter(([, all]) => all.length > 0))}));
  }

  /** Returns the costs of a contest, the least first. */
  ranked(contest, {factor, power}) {
    const figures = contest.entries.map((entry, at) => {
      const times = evaluate(factor, this.setups[entry.setup]);
      const [mean = NaN, ...bounds] = (power < 0 ? entry.speedup : entry.seconds) ?? [];
      // The square of a duration below 0 means nothing, and a speed-up of 0 has no reciprocal.
      const [low = null, high = null] = power < 0 && bounds[0] <= 0 ? [] : bounds
        .map(bound => times * (power === 2 ? Math.max(0, bound) : bound) ** power).sort((a, b) => a - b);
      let ties;
      // Computed on demand, since each of hundreds of setups is compared with all others.
      return {entry, at, setup: entry.setup, value: times * mean ** power, low, high, get tied() { return ties ??= figures.filter(tiedWith(this)).map(one => one.setup).sort(); }};
    }).filter(({value}) => Number.isFinite(value)).sort((a, b) => a.value - b.value);
    const tiedWith = one => other => one !== other && (areEqual(one.value, other.value) || (one.value !== 0 && other.value !== 0
      && (!one.entry.spread || !other.entry.spread || mayBe((other.value / one.value) ** (1 / Math.abs(power)),
        one.entry.spread, other.entry.spread, this.model.quantiles[figures.length], contest.jobs === 1))));
    let better = 0;
    figures.forEach(figure => {
      while (!areEqual(figures[better].value, figure.value)) {
        better++;
      }
      figure.rank = 1 + better;
    });
    return figures.sort((a, b) => a.rank - b.rank || (a.setup < b.setup ? -1 : 1));
  }

  /** Returns the rows of a measure's contests, those with most setups first. */
  rows(measure, rowsOf) {
    return this.contests.map(({contest, figures}) => ({contest, figures, all: figures[measure] ?? []})).sort((a, b) => b.all.length - a.all.length)
      .flatMap(({contest, figures, all}) => rowsOf(all, figures)
        .map(row => ({job: contest.job ?? 'all jobs together', settings: contest.settings, compression: contest.compression ?? null, ...row})));
  }
}

/** Sorts by the order in which setups were measured; colours depend on it. */
function measured(figures) {
  return [...figures].sort((a, b) => a.at - b.at);
}

/** Returns (v - min) / (max - min); null if all values are equal. */
function axisOf(values) {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return value => value === undefined || value === null || max === min ? null : (value - min) / (max - min);
}

/** The rows of the cost charts, with the same columns as in Java. */
const ROWS = {
  quadrants: (model, inputs) => new Costs(model, inputs).rows('hourly_cost', all => {
    const [time, cost] = [axisOf(all.map(one => one.entry.seconds[0])), axisOf(all.map(one => one.value))];
    return all.length < 2 ? [] : measured(all).map(({setup, value, low, high, entry: {n, seconds}}) => {
      const place = {time: time(seconds[0]) ?? 0, cost: cost(value) ?? 0};
      return {setup, quadrant: (place.time <= 0.5 ? 'fast ' : 'slow ') + (place.cost <= 0.5 ? 'economical' : 'expensive'), ...place, time_low: time(seconds[1]),
        time_high: time(seconds[2]), cost_low: cost(low), cost_high: cost(high), seconds: seconds[0], money: value, n};
    });
  }),
  ranking: (model, inputs) => new Costs(model, inputs).rows(model.ranked, (all, figures) => {
    // A tie holds in both directions, so the ties of the least give all setups that are tied with it.
    const least = new Set(all.filter(one => one.rank === 1).flatMap(one => one.tied));
    return all.map(({rank, setup, tied, value, low, high, entry: {n, seconds}}) => ({rank, setup, tied: some(model.words, tied), cost: value, low, high,
      seconds: seconds?.[0] ?? null, product_rank: figures.cost_times_time?.find(other => other.setup === setup)?.rank ?? null, n: n ?? null,
      standing: rank === 1 ? 'least' : least.has(setup) ? 'tied with the least' : 'more'}));
  }),
  /**
   * Years from 1 to 5, or up to the price list's term, and the term itself. All years of a job on a setup follow each
   * other.
   */
  years: (model, inputs) => {
    const to = Math.max(5, Math.min(10, Math.ceil(inputs.years)));
    const years = [...new Set([inputs.years, ...Array.from({length: to}, (unused, at) => at + 1)])].sort((a, b) => a - b);
    const rows = years.map(year => new Costs(model, {...inputs, years: year}).rows('cost_per_job',
      all => measured(all).map(({setup, value, low, high}) => ({setup, years: year, cost: value, low, high}))));
    return rows[0].flatMap((unused, at) => rows.map(ofYear => ofYear[at]));
  },
};

/** Writes four significant digits, or all digits before the point. */
function amount(value) {
  return String(Number(Math.abs(value) >= 1000 ? value.toFixed(0) : value.toPrecision(4)));
}

function amounts(words, low, high) {
  return low === null || low === undefined ? words.no_interval : ' [' + amount(low) + ', ' + amount(high) + ']';
}

function fill(pattern, gaps) {
  return pattern.replace(/\{([a-z_.]+)\}/g, (unused, name) => gaps[name]);
}

/** Lists the first few names, and how many more there are. */
function some(words, all) {
  return all.slice(0, 4).join(', ') + (all.length > 4 ? fill(words.more, {count: all.length - 4}) : '');
}

/** Fills the first form of each sentence whose contest has a cost. */
function costSentences(model, inputs) {
  const costs = new Costs(model, inputs);
  const numbers = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, amount(value)]));
  const figuresOf = form => form.measure === undefined ? [] : costs.contests[form.contest].figures[form.measure];
  return model.sentences.map(forms => forms.find(figuresOf)).filter(form => form).map(form => {
    const all = figuresOf(form);
    return form.says ? fill(form.says, {...numbers, ...form.about, ...(all.length > 0 ? figureGaps(costs, all) : {})}) : breakEven(costs, form, all);
  }).filter(text => text);
}

function figureGaps({model, contests}, all) {
  const worst = all[all.length - 1];
  const [{setup, value, low, high, tied}] = all;
  const one = figure => figure.setup + ' ' + amount(figure.value) + amounts(model.words, figure.low, figure.high);
  return {
    setup, value: amount(value), interval: amounts(model.words, low, high),
    ties: tied.length === 0 ? '' : fill(model.words.ties, {list: some(model.words, tied)}),
    worst: worst.setup, worst_value: amount(worst.value), worst_interval: amounts(model.words, worst.low, worst.high),
    list: some(model.words, all.filter(figure => figure.setup !== model.baseline).map(one)),
    counts: counts(model, contests.map(({figures}) => figures[model.ranked] ?? []).filter(figures => figures.length > 1)),
  };
}

/** Describes how often each setup costs least; empty if there is only one contest. */
function counts({words}, contests) {
  const least = new Map();
  contests.flat().filter(one => one.rank === 1).forEach(one => least.set(one.setup, (least.get(one.setup) ?? 0) + 1));
  const named = [...least].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([setup, count]) => fill(words.count, {setup, count}));
  const tied = contests.filter(all => all[0].tied.length > 0).length;
  return contests.length < 2 ? '' : fill(words.counts,
    {contests: contests.length, list: some(words, named), tied: tied === 0 ? '' : fill(words.tied, {count: tied})});
}

/**
 * Describes the price at which the best contender would equal the baseline, and how much of the baseline its price
 * buys.
 */
function breakEven({model, setups}, form, figures) {
  const best = figures.find(figure => figure.setup !== model.baseline);
  const values = setups[best?.setup];
  const at = (even, ratio) => evaluate(even.at, {...values, speed_up: ratio});
  const even = best && model.break_evens.find(one => at(one, best.entry.speedup[0]) >= 0);
  if (!even) {
    return null;
  }
  const [value, low, high] = best.entry.speedup.map(ratio => Math.max(0, at(even, ratio)));
  const [buys] = model.equal_costs.map(one => ({...one, count: Math.max(0, Math.floor(evaluate(one.count, values) * (1 + 1e-9)))})).filter(one => Number.isFinite(one.count));
  return fill(even.says, {...form.about, setup: best.setup, value: amount(value), interval: amounts(model.words, low, high), price: amount(values[even.price])})
    + (buys ? fill(buys.says, {...form.about, ...buys}) + (buys.count === buys.measured ? '' : model.words.not_measured) : '');
}
