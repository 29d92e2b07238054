/* All runs: filters with counts, groups, and the distribution of a number. It computes no verdict. */

const MOST_FACET = 200;
const MOST_SHOWN = 200;
const FOLDER = '/folder';
/** Nearly every run has its own value of these. */
const NO_FACETS = [FOLDER, 'run', 'started_at'];
const FIRST_FACETS = ['cluster', 'campaign', 'job', 'setup', 'status'];

/** Returns columns with the value of each run; a column of words keeps the place of each run's word. */
function columns(given) {
  const all = given.columns.map(column => ({
    ...column,
    at: column.words === undefined ? run => column.values[run] : run => column.places[run] < 0 ? null : column.words[column.places[run]],
    places: column.places === undefined ? undefined : Int32Array.from(column.places),
  }));
  return {size: given.size, columns: all, named: Object.fromEntries(all.map(column => [column.name, column]))};
}

/**
 * Selects runs.
 *
 * @param filters the allowed values by the name of their column
 * @return the selected runs, and for each column of words how many runs each word would leave
 */
function select(runs, filters, counted) {
  const used = Object.entries(filters).filter(([name]) => runs.named[name]?.places !== undefined).map(([name, values]) => {
    const column = runs.named[name];
    return {column, allowed: Uint8Array.from(column.words, word => values.includes(String(word)) ? 1 : 0)};
  });
  const counts = counted.map(column => ({column, filter: used.findIndex(one => one.column === column), of: new Int32Array(column.words.length)}));
  const selected = [];
  for (let run = 0; run < runs.size; run++) {
    let failed = 0;
    let which = -1;
    for (let at = 0; at < used.length && failed < 2; at++) {
      const place = used[at].column.places[run];
      if (place < 0 || used[at].allowed[place] === 0) {
        failed++;
        which = at;
      }
    }
    if (failed === 0) {
      selected.push(run);
    }
    if (failed < 2) {
      for (const count of counts) {
        const place = count.column.places[run];
        if (place >= 0 && (failed === 0 || count.filter === which)) {
          count.of[place]++;
        }
      }
    }
  }
  return {selected, counts};
}

/** Returns the quartiles as R's type 7 computes them. */
function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Groups the valid runs, the largest groups first. */
function grouped(runs, selected, groupColumns, number) {
  const groups = new Map();
  const status = runs.named.status;
  for (const run of selected) {
    const value = number.at(run);
    if (value === null || value === undefined || status.at(run) !== 'ok') {
      continue;
    }
    const key = groupColumns.map(column => column.at(run) ?? '').join('\u0000');
    const group = groups.get(key) ?? groups.set(key, {words: groupColumns.map(column => column.at(run) ?? '-'), values: []}).get(key);
    group.values.push(value);
  }
  return [...groups.values()].map(group => ({words: group.words, values: Float64Array.from(group.values).sort()}))
    .sort((a, b) => b.values.length - a.values.length);
}

/** Draws the range, the quartiles and the median of a group on the axis of all groups, which is logarithmic if it is long. */
function box(values, low, high) {
  const made = (name, attributes) => {
    const one = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => one.setAttribute(key, value));
    return one;
  };
  const scale = low > 0 && high > 10 * low ? Math.log : value => value;
  const x = value => 2 + 196 * (high === low ? .5 : (scale(value) - scale(low)) / (scale(high) - scale(low)));
  const drawing = made('svg', {width: 200, height: 16, role: 'img', 'aria-label': 'from ' + digits(values[0]) + ' to ' + digits(values[values.length - 1])});
  drawing.append(
    made('line', {class: 'axis', x1: x(values[0]), x2: x(values[values.length - 1]), y1: 8, y2: 8}),
    made('rect', {class: 'box', x: x(quantile(values, .25)), width: Math.max(1, x(quantile(values, .75)) - x(quantile(values, .25))), y: 3, height: 10}),
    made('line', {class: 'median', x1: x(quantile(values, .5)), x2: x(quantile(values, .5)), y1: 2, y2: 14}));
  return drawing;
}

/** Writes an argument as a shell reads it. */
function argument(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
}

function explore(view, say, runs, parameters, about) {
  const filters = {};
  for (const [name, value] of parameters) {
    if (name.startsWith('f.')) {
      (filters[name.slice(2)] ??= []).push(value);
    }
  }
  const facets = runs.columns.filter(column => column.places !== undefined && !column.number && !NO_FACETS.includes(column.name) && column.words.length > 1)
    .sort((a, b) => (FIRST_FACETS.indexOf(a.name) + 99) % 99 - (FIRST_FACETS.indexOf(b.name) + 99) % 99);
  const numbers = runs.columns.filter(column => column.number);
  const number = runs.named[parameters.get('number')] ?? runs.named.duration_s;
  const groupNames = (parameters.get('group') ?? 'job,setup').split(',').filter(name => runs.named[name] !== undefined);
  const opened = new Set((parameters.get('open') ?? '').split(',').filter(name => name !== ''));
  const result = element('div');
  const facetPlace = element('div', {class: 'facets'});

  function write() {
    const next = new URLSearchParams();
    Object.entries(filters).forEach(([name, values]) => values.forEach(value => next.append('f.' + name, value)));
    next.set('group', groupNames.join(','));
    next.set('number', number.name);
    if (opened.size > 0) {
      next.set('open', [...opened].join(','));
    }
    history.replaceState(null, '', '#runs?' + next);
  }

  function choose(name, value, isChosen) {
    const values = new Set(filters[name] ?? []);
    values[isChosen ? 'add' : 'delete'](value);
    filters[name] = [...values];
    if (values.size === 0) {
      delete filters[name];
    }
    write();
    fill();
  }

  function facet(column, counts) {
    const chosenHere = filters[column.name] ?? [];
    const box = element('details', {open: opened.has(column.name), class: chosenHere.length > 0 ? 'used' : null},
      element('summary', {}, column.name + (chosenHere.length > 0 ? ': ' + chosenHere.join(', ') : '')));
    if (opened.has(column.name)) {
      const order = column.words.map((word, at) => at).sort((a, b) => counts.of[b] - counts.of[a]).slice(0, MOST_FACET);
      box.append(element('div', {class: 'values'}, ...order.map(at => {
        const word = String(column.words[at]);
        return element('label', {}, element('input', {type: 'checkbox', name: column.name, value: word, checked: chosenHere.includes(word),
          onchange: event => choose(column.name, word, event.target.checked)}), ' ', isolated(word), ' (' + counts.of[at] + ')');
      }), column.words.length > MOST_FACET ? element('p', {}, 'and ' + (column.words.length - MOST_FACET) + ' more') : null));
    }
    box.addEventListener('toggle', () => {
      if (box.open !== opened.has(column.name)) {
        opened[box.open ? 'add' : 'delete'](column.name);
        write();
        fill();
      }
    });
    return box;
  }

  function command(selected) {
    const campaigns = new Set();
    const campaign = runs.named[FOLDER];
    selected.forEach(run => campaigns.add(campaign.at(run)));
    const wheres = Object.entries(filters).filter(([name]) => !['cluster', 'campaign', FOLDER].includes(name))
      .flatMap(([name, values]) => values.map(value => ' --where ' + argument(name + '=' + value)));
    // Only the runs of such a file name their cluster in a setting.
    if ([...campaigns].some(folder => about.campaigns[folder].clusters.length > 1)) {
      const setting = runs.named.cluster_name === undefined ? 'cluster' : 'cluster_name';
      (filters.cluster ?? []).forEach(value => wheres.push(' --where ' + argument(setting + '=' + value)));
    }
    return 'spindle report ' + [...campaigns].slice(0, 20).map(folder => argument(about.campaigns[folder].where)).join(' ') + (campaigns.size > 20 ? ' ...' : '') + wheres.join('');
  }

  function pair() {
    const chosen = Object.entries(filters).flatMap(([name, values]) => values.map(value => name + '=' + value)).join(',');
    return '--pair ' + argument(chosen + ' vs setup=...');
  }

  function csv(selected) {
    const cell = value => value === null || value === undefined ? '' : /[",\n]/.test(String(value)) ? '"' + String(value).replaceAll('"', '""') + '"' : String(value);
    const shown = runs.columns.filter(column => column.name !== FOLDER);
    return shown.map(column => cell(column.name)).join(',') + '\n'
      + selected.map(run => shown.map(column => cell(column.at(run))).join(',') + '\n').join('');
  }

  function fill() {
    const began = performance.now();
    const {selected, counts} = select(runs, filters, facets.filter(column => opened.has(column.name)));
    const groups = grouped(runs, selected, groupNames.map(name => runs.named[name]), number);
    const all = groups.slice(0, MOST_SHOWN);
    const low = Math.min(...all.map(group => group.values[0]));
    const high = Math.max(...all.map(group => group.values[group.values.length - 1]));
    const held = document.activeElement;
    facetPlace.replaceChildren(...facets.map(column => facet(column, counts.find(count => count.column === column))));
    [...facetPlace.querySelectorAll('input')].find(input => input.name === held?.name && input.value === held.value)?.focus({preventScroll: true});
    result.replaceChildren(...[
      element('p', {'aria-live': 'polite'}, selected.length + ' of ' + runs.size + ' runs; valid ones by ' + groupNames.join(' and ') + ':'),
      element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Groups'}, element('table', {}, element('thead', {}, element('tr', {},
        ...groupNames.map(name => element('th', {scope: 'col'}, name)),
        ...['n', 'median', 'lower quartile', 'upper quartile', 'least', 'most'].map(name => element('th', {scope: 'col', class: 'number'}, name)),
        element('th', {scope: 'col'}, number.name))),
      element('tbody', {}, ...all.map(group => element('tr', {},
        ...group.words.map(word => element('td', {}, isolated(String(word)))),
        element('td', {class: 'number'}, String(group.values.length)),
        ...[.5, .25, .75, 0, 1].map(share => element('td', {class: 'number'}, digits(quantile(group.values, share)))),
        element('td', {}, box(group.values, low, high))))))),
      groups.length > MOST_SHOWN ? element('p', {}, 'and ' + (groups.length - MOST_SHOWN) + ' more groups') : null,
      element('p', {}, 'The verdict on these runs: ', element('code', {}, command(selected))),
      Object.keys(filters).length === 0 ? null : element('p', {}, 'To have them on this site beside other runs, write it with ', element('code', {}, pair())),
      element('p', {}, element('button', {type: 'button', onclick: () => save('runs.csv', 'text/csv', csv(selected))}, 'Save these runs as CSV')),
      element('details', {}, element('summary', {}, 'Runs'), element('ul', {}, ...selected.slice(0, MOST_SHOWN).map(run => element('li', {},
        element('a', {href: '#run/' + encodeURIComponent(runs.named.campaign.at(run)) + '/' + encodeURIComponent(runs.named.run.at(run))}, isolated(String(runs.named.run.at(run)))),
        ' ' + runs.named.status.at(run) + ', ' + digits(number.at(run) ?? NaN)))),
      selected.length > MOST_SHOWN ? element('p', {}, 'and ' + (selected.length - MOST_SHOWN) + ' more') : null)].filter(child => child !== null));
    result.dataset.ms = String(performance.now() - began);
  }

  const chooser = (name, options, current, change) => element('label', {}, name + ' ',
    element('select', {name, onchange: event => change(event.target.value)}, ...options.map(option => element('option', {value: option, selected: option === current}, option))));
  const again = (key, value) => {
    parameters.set(key, value);
    const next = new URLSearchParams(location.hash.split('?')[1] ?? '');
    next.set(key, value);
    location.hash = '#runs?' + next;
  };
  const held = document.activeElement?.name;
  say(view, 'All runs',
    element('p', {class: 'quiet'}, 'Medians of what is selected. Spindle makes verdicts, with the line below, and on the pages of campaigns and clusters.'),
    facetPlace,
    element('p', {},
      chooser('Group by', ['job', 'setup', 'job,setup', 'cluster', 'cluster,job,setup', 'campaign', ...facets.map(column => column.name).filter(name => !['job', 'setup', 'cluster', 'campaign'].includes(name))], groupNames.join(','), value => again('group', value)),
      chooser('Number', numbers.map(column => column.name), number.name, value => again('number', value))),
    result);
  fill();
  [...view.querySelectorAll('select')].find(one => one.name === held)?.focus();
}
