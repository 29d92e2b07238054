/* The sentences on cost when prices are changed: those of the page, in whose words they are written. */

const MOST_NAMES = 4;
const FROM_HERE_WHOLE = 1000;

/** Four digits, or all before the point. */
function amount(value) {
  return String(Number(Math.abs(value) >= FROM_HERE_WHOLE ? value.toFixed(0) : value.toPrecision(4)));
}

function amounts(low, high) {
  return low === null || low === undefined ? '' : ' [' + amount(low) + ', ' + amount(high) + ']';
}

function fill(pattern, gaps) {
  return pattern.replace(/\{([a-z_]+)\}/g, (unused, name) => gaps[name]);
}

function costSentences(model, values) {
  return new CostSentences(model, values).all();
}

class CostSentences {
  constructor(model, values) {
    this.model = model;
    this.values = values;
    this.words = model.words;
    this.prices = pricesOfSetups(model, values);
    this.contests = costFigures(model, values).map((figures, at) => ({contest: model.contests[at], figures}));
  }

  all() {
    const together = this.first(one => one.contest.job === undefined && this.relativeMeasure(one) !== undefined);
    const job = this.mostSetups();
    const money = this.model.ranked !== undefined && !(this.model.ranked in PER_PERFORMANCE);
    return [
      together && this.relative(this.words.together, together),
      job && money ? this.ofJob(job) : null,
      job && !money && !together ? this.relative(this.words.job_relative, job) : null,
      this.breakEven(together ?? job),
      this.terms(),
      this.model.missing,
    ].filter(sentence => sentence);
  }

  /** By the measure that comes first, the contest of most setups. */
  first(matches) {
    for (const measure of Object.keys(PER_PERFORMANCE)) {
      const found = this.contests.filter(one => measure in one.figures && matches(one));
      if (found.length > 0) {
        return this.most(found, measure);
      }
    }
    return undefined;
  }

  relativeMeasure({figures}) {
    return Object.keys(PER_PERFORMANCE).find(measure => measure in figures);
  }

  mostSetups() {
    const jobs = this.contests.filter(one => one.contest.job !== undefined && this.model.ranked in one.figures);
    return this.most(jobs, this.model.ranked);
  }

  most(contests, measure) {
    const size = one => one.figures[measure].length;
    return contests.reduce((most, one) => most === undefined || size(one) > size(most) ? one : most, undefined);
  }

  relative(pattern, one) {
    const measure = this.relativeMeasure(one);
    const all = one.figures[measure];
    return fill(pattern, {
      ...this.about(one.contest, all[0]),
      jobs: one.contest.jobs,
      measure: this.words[measure],
      baseline: this.model.baseline,
      list: some(this.words, all.filter(figure => figure.setup !== this.model.baseline)
        .map(figure => fill(this.words.one, {setup: figure.setup, value: amount(figure.value), interval: amounts(figure.low, figure.high)}))),
    });
  }

  about(contest, least) {
    return {
      job: contest.job ?? '',
      settings: contest.settings === '' ? '' : ' (' + contest.settings + ')',
      setup: least.setup,
      value: amount(least.value),
      interval: amounts(least.low, least.high),
      ties: least.tied.length === 0 ? '' : fill(this.words.ties, {list: some(this.words, least.tied)}),
    };
  }

  ofJob({contest, figures}) {
    const all = figures[this.model.ranked];
    const worst = all[all.length - 1];
    return fill(all.length === 1 ? this.words.alone : this.words.job, {
      ...this.about(contest, all[0]),
      currency: this.model.about.currency,
      measure: this.words[this.model.ranked],
      worst: worst.setup,
      worst_value: amount(worst.value),
      worst_interval: amounts(worst.low, worst.high),
    }) + this.counts();
  }

  counts() {
    const contests = this.contests.map(one => one.figures[this.model.ranked] ?? []).filter(all => all.length > 1);
    if (contests.length < 2) {
      return '';
    }
    const least = new Map();
    contests.flat().filter(one => one.rank === 1).forEach(one => least.set(one.setup, (least.get(one.setup) ?? 0) + 1));
    const named = [...least].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([setup, count]) => fill(this.words.count, {setup, count}));
    const tied = contests.filter(all => all[0].tied.length > 0).length;
    return fill(this.words.counts, {
      contests: contests.length,
      list: some(this.words, named),
      tied: tied === 0 ? '' : fill(this.words.tied, {count: tied}),
    });
  }

  /** At which price the best of the others would be as good as the baseline. */
  breakEven(one) {
    const measure = one && this.relativeMeasure(one);
    const best = measure && one.figures[measure].find(figure => figure.setup !== this.model.baseline);
    const even = best && this.breakEvens(best.setup).map(({pattern, price, at}) => ({pattern, price, at, value: at(best.entry.speedup)}))
      .find(({value}) => value >= 0);
    if (!even) {
      return null;
    }
    const bounds = (best.entry.of_speedup ?? []).map(ratio => Math.max(0, even.at(ratio)));
    return fill(even.pattern, {
      setup: best.setup,
      job: one.contest.job ?? this.words.all_jobs,
      baseline: this.model.baseline,
      value: amount(even.value),
      currency: this.model.about.currency,
      interval: amounts(...bounds),
      price: amount(even.price),
    }) + this.equal(best.setup);
  }

  /** Prices as functions of the speed-up, by the costs that are known. */
  breakEvens(setup) {
    const own = this.prices[setup];
    const base = this.prices[this.model.baseline];
    const all = [];
    if (base.total !== null && own.total !== null) {
      const support = 1 + this.values.years * this.values.support;
      const forTime = own.total - own.cluster * support;
      all.push({pattern: this.words.break_even_cluster, price: own.cluster, at: ratio => (ratio * base.total - forTime) / support});
    }
    if (base.node !== null && own.node !== null) {
      all.push({pattern: this.words.break_even_node, price: own.device, at: ratio => ratio * base.node - (own.node - own.device)});
    }
    if (base.device !== null && own.device !== null) {
      all.push({pattern: this.words.break_even_device, price: own.device, at: ratio => ratio * base.device});
    }
    return all;
  }

  /** How many of the baseline's devices, or workers, the price of another setup buys. */
  equal(setup) {
    const own = this.prices[setup];
    const base = this.prices[this.model.baseline];
    const {devices_of_one_kind: devices, workers} = this.model.setups[this.model.baseline];
    if (devices > 0 && base.device && own.device !== null) {
      return this.buys(this.words.equal_devices, whole(own.device / (base.device / devices)), devices);
    }
    if (workers !== undefined && base.node > 0 && base.cluster !== null && own.cluster !== null) {
      return this.buys(this.words.equal_workers, Math.max(0, whole((own.cluster - base.cluster) / base.node + workers)), workers);
    }
    return '';
  }

  buys(pattern, count, measured) {
    return fill(pattern, {count, measured, baseline: this.model.baseline}) + (count === measured ? '' : this.words.not_measured);
  }

  terms() {
    const terms = this.model.inputs.filter(({kind}) => kind === 'term')
      .map(({name}) => fill(this.words.term, {name, value: amount(this.values[name])})).join(', ');
    return fill(this.words.terms, {...this.model.about, terms: terms === '' ? '' : fill(this.words.some_terms, {list: terms})});
  }
}

/** The first few, and how many more. */
function some(words, all) {
  const more = all.length - MOST_NAMES;
  return all.slice(0, MOST_NAMES).join(', ') + (more > 0 ? fill(words.more, {count: more}) : '');
}

/** Prices are decimal: 14000 / 0.1 must not fall below its whole number by a rounding. */
function whole(count) {
  return Math.floor(count * (1 + 1e-9));
}
