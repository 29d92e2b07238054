/*
 * The chart of the first screen: a table whose rows have dots with intervals on a common logarithmic axis. Places are
 * shares of a cell's width, so that the chart fits any window and paper without being drawn again.
 */

const SVG = 'http://www.w3.org/2000/svg';
const ROW = 24;
/** The shape and the words of each verdict. Shapes point to the side on which they lie. */
const VERDICTS = {
  faster: {shape: 'M-3.5,-4.5L5,0L-3.5,4.5Z', says: 'faster'},
  slower: {shape: 'M3.5,-4.5L-5,0L3.5,4.5Z', says: 'slower'},
  same: {shape: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z', says: 'same'},
  undecided: {shape: 'M0,-4.5L4.5,0L0,4.5L-4.5,0Z', says: 'undecided'},
  measured: {shape: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z', says: 'mean'},
};
const RATIOS = [1, 2, 0.5, 1.5, 0.7, 5, 0.2, 10, 0.1, 1.2, 0.8, 1.1, 0.9, 1.05, 0.95, 3, 0.3, 4, 20, 50, 100, 0.05, 0.02, 0.01, 1000];
const DURATIONS = [1, 10, 60, 600, 3600, 0.1, 36000, 2, 5, 20, 30, 120, 300, 1200, 1800, 7200, 18000, 90, 180, 240, 360, 480, 900, 10800, 0.5, 0.2, 0.05, 0.02, 0.01, 0.001, 86400];
/** How far an interval may reach beyond the dots, as a factor; an arrow shows that it goes on. */
const REACH = 4;
/** The least distance of two labels of the axis, as a share of its width. */
const APART = 0.13;
const FAR_APART = 0.3;
const MARGIN = 0.035;
/** The most characters of a job and its settings in one line. */
const LONGEST = 34;
const LONGEST_OF_MANY = 25;
/** The most contenders whose means have room beside their dots. */
const MOST_MEANS = 3;

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

/** Places on a logarithmic axis. */
class Axis {
  /** @param dots objects with a value and bounds */
  constructor(dots, candidates, always) {
    const at = [...dots.map(one => one.at), ...always].filter(value => value > 0);
    const [least, most] = [Math.min(...at), Math.max(...at)];
    const bounds = dots.flatMap(one => [one.low, one.high]).filter(value => value > least / REACH && value < most * REACH);
    const beyond = dots.some(one => one.high >= most * REACH);
    const below = dots.some(one => one.low !== undefined && one.low <= least / REACH);
    this.from = Math.log(Math.min(least, ...bounds, below ? least / REACH : least)) - 0.01;
    this.to = Math.log(Math.max(most, ...bounds, beyond ? most * REACH : most)) + 0.01;
    this.labels = [];
    /** The labels for which there is room in a narrow window. */
    this.wide = [];
    candidates.filter(value => this.share(value) >= MARGIN - 1e-9 && this.share(value) <= 1 - MARGIN + 1e-9).forEach(value => {
      const apart = least => other => Math.abs(this.share(other) - this.share(value)) > least;
      if (this.labels.every(apart(APART))) {
        this.labels.push(value);
        this.wide.push(...this.wide.every(apart(FAR_APART)) ? [value] : []);
      }
    });
  }

  share(value) {
    return MARGIN + (1 - 2 * MARGIN) * (Math.log(value) - this.from) / (this.to - this.from);
  }

  /** Returns a place within the axis, and whether the value lies beyond it. */
  place(value) {
    const share = value > 0 ? this.share(value) : -1;
    return {at: percent(Math.min(1 - MARGIN / 2, Math.max(MARGIN / 2, share))), beyond: share < MARGIN / 2 ? -1 : share > 1 - MARGIN / 2 ? 1 : 0};
  }
}

function percent(share) {
  return (100 * share).toFixed(2) + '%';
}

function plot(axis, line, dot) {
  const middle = '50%';
  const parts = axis.labels.map(value => drawn('line', {class: 'grid', x1: percent(axis.share(value)), x2: percent(axis.share(value)), y1: 0, y2: '100%'}));
  if (line !== undefined) {
    parts.push(drawn('line', {class: 'one', x1: percent(axis.share(line)), x2: percent(axis.share(line)), y1: 0, y2: '100%'}));
  }
  if (dot) {
    (dot.seconds ?? []).forEach(value => parts.push(drawn('line', {class: 'run', x1: axis.place(value).at, x2: axis.place(value).at, y1: '30%', y2: '70%'})));
    const mark = drawn('g', {class: dot.verdict});
    if (dot.low !== undefined) {
      const [low, high] = [axis.place(dot.low), axis.place(dot.high)];
      [low, high].filter(({beyond}) => beyond !== 0).forEach(({at, beyond}) => mark.append(drawn('svg', {x: at, y: middle, class: 'mark'},
        drawn('path', {class: 'arrow', d: beyond < 0 ? 'M5,-5L0,0L5,5' : 'M-5,-5L0,0L-5,5'}))));
    }
    mark.append(drawn('svg', {x: axis.place(dot.at).at, y: middle, class: 'mark'}, drawn('path', {d: VERDICTS[dot.verdict].shape})));
    if (dot.low !== undefined) {
      // Over the mark, so that a narrow interval is seen, too.
      mark.append(drawn('line', {class: 'interval', x1: axis.place(dot.low).at, x2: axis.place(dot.high).at, y1: middle, y2: middle}));
    }
    parts.push(mark);
  }
  return drawn('svg', {class: 'plot', width: '100%', height: '100%', 'aria-hidden': 'true'}, ...parts);
}

function scale(axis, format, line) {
  return drawn('svg', {class: 'plot', width: '100%', height: ROW, 'aria-hidden': 'true'}, ...axis.labels.flatMap(value => [
    drawn('line', {class: value === line ? 'one' : 'grid', x1: percent(axis.share(value)), x2: percent(axis.share(value)), y1: 0, y2: 5}),
    drawn('text', {class: axis.wide.includes(value) ? '' : 'near', x: percent(axis.share(value)), y: 18, 'text-anchor': 'middle'}, format(value))]));
}

/** Writes a duration of the axis, such as 30 s or 5 min. */
function short(seconds) {
  return seconds >= 3600 ? seconds / 3600 + ' h' : seconds >= 60 ? seconds / 60 + ' min' : seconds + ' s';
}

/** Returns a mark and its word, for a cell or the legend. */
function worded(verdict, text) {
  return element('span', {class: 'verdict ' + verdict}, drawn('svg', {class: 'sign', width: 14, height: 14, viewBox: '-8 -8 16 16', 'aria-hidden': 'true'},
    drawn('path', {d: VERDICTS[verdict].shape})), ' ' + text);
}

function jobCell(row, under, most = LONGEST) {
  const long = (row.job + (row.settings ?? '')).length > most;
  return element('th', {scope: 'row', class: long ? 'job long' : 'job', title: long ? row.job + ' ' + row.settings : null}, isolated(row.job), row.settings ? element('span', {class: 'settings'}, ' ', isolated(row.settings)) : null,
    under ? element('span', {class: 'under'}, under) : null);
}

/** Returns the chart of speed-ups: one panel for each contender, all with the same axis. */
function speedUps(dots) {
  const {contenders, rows, baseline, together} = dots;
  const all = [...rows.flatMap(row => Object.values(row.answers)), ...Object.values(together)];
  const axis = new Axis(all, RATIOS, [1]);
  const alone = contenders.length === 1;
  const cost = dots.cost !== undefined;
  const means = contenders.length <= MOST_MEANS;
  const based = alone || rows.some(row => row.mean !== '');
  const span = 2 + (means ? 1 : 0) + (cost ? 1 : 0);
  const head = [element('tr', {}, element('th', {scope: 'col', class: 'job'}, 'job'),
    ...(based ? [element('th', {scope: 'col', class: 'wide'}, isolated(baseline))] : []), ...(alone ? [] : [element('th', {scope: 'col', class: 'wide'}, 'n')]),
    ...contenders.flatMap(contender => alone
      ? [element('th', {scope: 'col', class: 'wide'}, isolated(contender)), element('th', {scope: 'col', class: 'wide'}, 'n'),
        element('th', {scope: 'col', class: 'plot'}, 'speed-up'), element('th', {scope: 'col'}, 'ratio'), element('th', {scope: 'col', class: 'wide'}, dots.confidence + ' interval'),
        ...(cost ? [element('th', {scope: 'col', class: 'wide money'}, 'cost')] : []), element('th', {scope: 'col', class: 'wide text'}, 'verdict')]
      : [element('th', {scope: 'col', class: 'plot', colspan: span}, isolated(contender))]))];
  const cells = (one, contender) => {
    const tip = one === undefined ? null : one.ratio + ' ' + (one.interval ?? 'no interval') + (one.mean ? ', ' + one.mean : '') + (one.n ? ', n ' + one.n : '') + ', ' + one.word;
    const text = (value, className) => element('td', {class: className, title: tip}, value ?? '');
    const shown = element('td', {class: 'plot', title: tip}, plot(axis, 1, one));
    const ratio = element('td', {class: 'ratio', title: tip}, one === undefined ? '\u2013' : element('span', {class: 'verdict ' + one.verdict}, one.ratio),
      alone && one?.interval ? element('span', {class: 'under'}, one.interval) : null,
      one === undefined ? null : element('span', {class: 'unseen'}, ' ' + one.word));
    const money = cost ? [text(one?.cost, 'wide money')] : [];
    return alone
      ? [text(one?.mean, 'wide'), text(one?.n, 'wide'), shown, ratio, text(one?.interval, 'wide'), ...money,
        element('td', {class: 'wide text'}, one === undefined ? '' : worded(one.verdict, one.word))]
      : [element('td', {class: 'who'}, isolated(contender)), shown, ...(means ? [text(one?.share ?? one?.mean?.replace(/ \u00b1.*/, ''), 'wide mean')] : []), ratio, ...money];
  };
  const body = rows.map(row => element('tr', {}, jobCell(row, alone
    ? [row.mean, row.answers[contenders[0]].mean].filter(mean => mean !== '').map(mean => mean.replace(/ \u00b1.*/, '')).join(' \u2192 ') + ', n\u00a0' + row.n.replace(', ', ',\u00a0') : null, contenders.length < 3 ? LONGEST : LONGEST_OF_MANY),
    ...(based ? [element('td', {class: 'wide'}, row.mean)] : []), ...(alone ? [] : [element('td', {class: 'wide'}, row.n)]), ...contenders.flatMap(contender => cells(row.answers[contender], contender))));
  if (Object.keys(together).length > 0) {
    body.push(element('tr', {class: 'together'}, element('th', {scope: 'row', class: 'job'}, 'geometric mean'), element('td', {class: 'wide', colspan: based && !alone ? 2 : 1}),
      ...contenders.flatMap(contender => cells(together[contender], contender))));
  }
  const legend = Object.keys(VERDICTS).filter(verdict => all.some(one => one.verdict === verdict)).map(verdict => worded(verdict, VERDICTS[verdict].says));
  const foot = element('tr', {class: 'axis'}, element('td', {class: 'job'}), element('td', {class: 'wide', colspan: based && !alone ? 2 : 1}),
    ...contenders.flatMap(() => alone
      ? [element('td', {class: 'wide', colspan: 2}), element('td', {class: 'plot'}, scale(axis, value => value + 'x', 1)), element('td'), element('td', {class: 'wide', colspan: cost ? 3 : 2})]
      : [element('td', {class: 'who'}), element('td', {class: 'plot'}, scale(axis, value => value + 'x', 1)), element('td', {class: 'wide', colspan: span - 1})]));
  return {head, body, foot, legend: [...legend, element('span', {}, 'right of 1: the contender is faster'),
    !alone && means && all.some(one => one.share !== undefined) ? element('span', {}, '%: share of pairs in which it is faster') : '',
    dots.more ? element('span', {}, dots.more + ' more contenders: report-comparisons.csv') : '',
    ...(cost ? [element('span', {class: 'money'}, 'cost: ' + dots.cost + ' over that of ', isolated(baseline))] : [])], several: !alone, crowded: !means};
}

/** Returns the chart of durations, for results without a comparison. */
function durations(dots) {
  const rows = dots.rows.map(row => ({...row, verdict: 'measured'}));
  const axis = new Axis([...rows, ...rows.flatMap(row => row.seconds.map(at => ({at})))], DURATIONS, []);
  return {
    head: [element('tr', {}, element('th', {scope: 'col', class: 'job'}, 'job'), element('th', {scope: 'col', class: 'plot'}, 'duration'), element('th', {scope: 'col'}, 'mean'),
      element('th', {scope: 'col', class: 'wide'}, 'n'), element('th', {scope: 'col', title: 'runs of each setup that show a difference of 5 % in 80 of 100 cases'}, 'to see 5 %'))],
    body: rows.map(row => element('tr', {}, jobCell(row), element('td', {class: 'plot'}, plot(axis, undefined, row)),
      element('td', {}, row.mean.replace(/ \u00b1.*/, ''), element('span', {class: 'wide'}, row.mean.replace(/^[^\u00b1]*/, ' ').trimEnd())),
      element('td', {class: 'wide'}, row.n), element('td', {}, row.needed ?? '\u2013'))),
    foot: element('tr', {class: 'axis'}, element('td', {class: 'job'}), element('td', {class: 'plot'}, scale(axis, short)), element('td'), element('td', {class: 'wide'}), element('td')),
    legend: [worded('measured', rows.some(row => row.low !== undefined) ? 'mean, with its interval' : 'mean'), element('span', {}, '| one run'),
      element('span', {}, 'to see 5 %: runs, or visits, of each of two setups, to see that difference in 80 of 100 cases')],
    several: false,
  };
}

/** Returns the chart as an element. */
function dotPlot(dots) {
  const {head, body, foot, legend, several, crowded} = dots.of === 'durations' ? durations(dots) : speedUps(dots);
  const left = dots.all - dots.rows.length;
  return element('figure', {class: 'dots' + (several ? ' several' : '') + (crowded ? ' crowded' : ''), id: 'show-dots'},
    element('table', {}, element('thead', {}, ...head), element('tbody', {}, ...body), element('tfoot', {}, foot)),
    element('figcaption', {class: 'legend'}, ...legend, dots.settings ? element('span', {}, 'all with ', isolated(dots.settings)) : null,
      left > 0 ? element('span', {}, left + ' more rows: ' + (dots.of === 'durations' ? 'report-cells.csv' : 'report-comparisons.csv')) : null));
}
