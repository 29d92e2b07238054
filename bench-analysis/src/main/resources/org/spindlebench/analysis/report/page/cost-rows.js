/* The rows of the cost pictures when prices are changed, with the columns that Java gives them. */

const TOGETHER = 'all jobs together';
const BOUNDARY = 0.5;

const ROWS = {quadrants: quadrantRows, ranking: rankingRows, years: yearsRows};

function withContest(contest, row) {
  return {job: contest.job ?? TOGETHER, settings: contest.settings, compression: contest.compression ?? null, ...row};
}

/** Figures in the order in which setups were measured, on which colours depend. */
function measured(figures) {
  return [...figures].sort((a, b) => a.at - b.at);
}

/** The figures of a measure and the contest they are of, those of most setups first. */
function contestsOf(model, values, measure) {
  return costFigures(model, values)
    .map((figures, at) => ({contest: model.contests[at], figures, all: figures[measure] ?? []}))
    .sort((a, b) => b.all.length - a.all.length);
}

function quadrantRows(model, values) {
  return contestsOf(model, values, 'hourly_cost')
    .flatMap(({contest, all}) => all.length < 2 ? [] : quadrantsOf(contest, measured(all)));
}

function quadrantsOf(contest, all) {
  const time = axisOf(all.map(one => one.entry.seconds));
  const cost = axisOf(all.map(one => one.value));
  return all.map(one => {
    const place = {time: time(one.entry.seconds) ?? 0, cost: cost(one.value) ?? 0};
    return withContest(contest, {
      setup: one.setup,
      quadrant: (place.time <= BOUNDARY ? 'fast ' : 'slow ') + (place.cost <= BOUNDARY ? 'economical' : 'expensive'),
      ...place,
      time_low: bound(time, one.entry.interval?.[0]),
      time_high: bound(time, one.entry.interval?.[1]),
      cost_low: bound(cost, one.low),
      cost_high: bound(cost, one.high),
      seconds: one.entry.seconds,
      money: one.value,
      n: one.entry.n,
    });
  });
}

/** (v - min) / (max - min); null where all are the same. */
function axisOf(values) {
  const min = Math.min(...values);
  const max = Math.max(...values);
  return value => max === min ? null : (value - min) / (max - min);
}

function bound(axis, value) {
  return value === undefined || value === null ? null : axis(value);
}

function rankingRows(model, values) {
  return contestsOf(model, values, model.ranked).flatMap(({contest, figures, all}) => {
    // Ties go both ways: those of the least say who is tied with it.
    const least = new Set(all.filter(one => one.rank === 1).flatMap(one => one.tied));
    return all.map(one => withContest(contest, {
      rank: one.rank,
      setup: one.setup,
      tied: some(model.words, one.tied),
      cost: one.value,
      low: one.low,
      high: one.high,
      seconds: contest.job === undefined ? null : one.entry.seconds,
      product_rank: figures.cost_times_time?.find(other => other.setup === one.setup)?.rank ?? null,
      n: contest.job === undefined ? null : one.entry.n,
      standing: one.rank === 1 ? 'least' : least.has(one.setup) ? 'not told from the least' : 'more',
    }));
  });
}

/** All years of a job on a setup, one after the other. */
function yearsRows(model, values) {
  const years = yearsOf(values.years).map(year => contestsOf(model, {...values, years: year}, 'cost_per_job').flatMap(({contest, all}) =>
    measured(all).map(one => withContest(contest, {
      setup: one.setup,
      years: year,
      cost: one.value,
      low: one.low,
      high: one.high,
    }))));
  return years[0].flatMap((unused, at) => years.map(rows => rows[at]));
}

/** 1 to 5, or as far as the terms, and these. */
function yearsOf(years) {
  const to = Math.max(5, Math.min(10, Math.ceil(years)));
  const all = new Set([years, ...Array.from({length: to}, (unused, at) => at + 1)]);
  return [...all].sort((a, b) => a - b);
}
