/* What durations cost when a reader changes prices: the formulas of docs/cost.md, on quantities that the library has added up. */

const SECONDS_PER_HOUR = 3600;
/** Values are equal when they differ by less than what rounding does in a few operations. */
const ROUNDING = 1e-12;
const PER_PERFORMANCE = {
  cluster_price_per_performance: 'cluster',
  node_price_per_performance: 'node',
  device_price_per_performance: 'device',
};

function areEqual(a, b) {
  return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
}

/** What the list itself says, by name. */
function listed(model) {
  return {...model.terms, ...Object.fromEntries(model.inputs.map(({name, value}) => [name, value]))};
}

/** The prices of each setup; null where something is not stated. */
function pricesOfSetups(model, values) {
  const kinds = Object.fromEntries(model.inputs.map(({name, kind}) => [name, kind]));
  const sum = quantities => !quantities ? null : Object.entries(quantities).reduce((all, [name, quantity]) =>
    all + quantity * values[name] * (kinds[name] === 'listed' ? 1 - values.discount : 1), 0);
  return Object.fromEntries(Object.entries(model.setups).map(([name, setup]) => {
    const cluster = sum(setup.cluster);
    const total = setup.total ? totalCost(model, values, setup, cluster) : null;
    const amortised = total === null ? null : total / (values.years * model.hours_per_year);
    return [name, {
      device: sum(setup.device),
      node: sum(setup.node),
      cluster,
      total,
      hourly: model.hourly ? sum(setup.hourly) : amortised,
    }];
  }));
}

function totalCost(model, values, setup, cluster) {
  const energy = values['energy.price_per_kwh'] === undefined
    ? 0
    : model.hours_per_year / 1000 * values['energy.pue'] * values['energy.price_per_kwh'] * setup.watts;
  return cluster * (1 + values.years * values.support)
    + values.years * (setup.rack_units * (values.rack_unit_per_year ?? 0) + energy);
}

/** What one setup's durations cost: by measure a factor, a power of the duration, the value and its interval. */
function costsOf(model, values, prices, contest, entry) {
  const own = prices[entry.setup];
  const costs = {};
  const timed = (measure, factor, power) => {
    if (factor !== null) {
      costs[measure] = {factor, power, value: factor * entry.seconds ** power, ...timedBounds(entry.interval, factor, power)};
    }
  };
  if (contest.job !== undefined) {
    const hourly = own.hourly === null ? null : own.hourly / SECONDS_PER_HOUR;
    timed('hourly_cost', hourly, 1);
    timed('cost_times_time', hourly, 2);
    const busy = values.utilisation === undefined ? null : values.utilisation * values.years * model.hours_per_year * SECONDS_PER_HOUR;
    timed('cost_per_job', busy === null || own.total === null ? null : own.total / busy, 1);
  }
  for (const [measure, part] of Object.entries(PER_PERFORMANCE)) {
    const base = model.baseline === undefined ? null : prices[model.baseline][part];
    if (base && own[part] !== null && entry.speedup !== undefined) {
      const ratio = own[part] / base;
      const bounds = entry.setup === model.baseline ? undefined : entry.of_speedup;
      costs[measure] = {factor: own[part], power: 1, value: ratio / entry.speedup, ...reciprocalBounds(bounds, ratio)};
    }
  }
  return costs;
}

function timedBounds(interval, factor, power) {
  // A duration below 0 has no square that means anything.
  return interval === undefined
    ? {low: null, high: null}
    : {low: factor * (power === 2 ? Math.max(0, interval[0]) : interval[0]) ** power, high: factor * interval[1] ** power};
}

function reciprocalBounds(interval, ratio) {
  return interval === undefined || interval[0] <= 0
    ? {low: null, high: null}
    : {low: ratio / interval[1], high: ratio / interval[0]};
}

/**
 * Every cost, ranked: for each contest and measure a list of figures, the least first.
 *
 * @param values a number for each name of the list's
 */
function costFigures(model, values) {
  const prices = pricesOfSetups(model, values);
  return model.contests.map(contest => {
    const costs = contest.entries.map(entry => costsOf(model, values, prices, contest, entry));
    const measures = new Set(costs.flatMap(cost => Object.keys(cost)));
    return Object.fromEntries([...measures].map(measure => [measure, rankedFigures(model, contest, costs, measure)]));
  });
}

function rankedFigures(model, contest, costs, measure) {
  const figures = contest.entries
    .map((entry, at) => ({at, entry, setup: entry.setup, ...costs[at][measure]}))
    .filter(figure => figure.value !== undefined)
    .sort((a, b) => a.value - b.value);
  // Of each pair, so that all pairs hold together.
  const confidence = 1 - (1 - model.confidence) / Math.max(1, figures.length * (figures.length - 1) / 2);
  let better = 0;
  figures.forEach(figure => {
    while (!areEqual(figures[better].value, figure.value) && figures[better].value < figure.value) {
      better++;
    }
    figure.rank = 1 + better;
    // Told when asked for: of hundreds of setups each is held against each.
    let tied;
    Object.defineProperty(figure, 'tied', {enumerable: true, get: () =>
      tied ??= figures.filter(other => other !== figure && areTied(figure, other, confidence, contest.jobs === 1)).map(other => other.setup).sort()});
  });
  return figures.sort((a, b) => a.rank - b.rank || (a.setup < b.setup ? -1 : 1));
}

/** Whether 1 may be the ratio of the two costs, which is when that of the durations may be what prices make of 1. */
function areTied(one, other, confidence, linear) {
  const mean = figure => figure.entry.seconds;
  if (areEqual(one.factor * mean(one) ** one.power, other.factor * mean(other) ** other.power)) {
    return true;
  }
  if (one.factor === 0 || other.factor === 0) {
    return false;
  }
  const even = (other.factor / one.factor) ** (1 / one.power);
  return mayBe(one.entry.spread, other.entry.spread, even / (mean(one) / mean(other)), confidence, linear);
}
