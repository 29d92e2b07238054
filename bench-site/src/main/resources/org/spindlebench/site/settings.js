/* The best settings of each job, and the effect of each setting. All numbers are made by Spindle; this filters rows. */

const MOST_SETTING_ROWS = 100;
const MOST_CHOICES = 100;
const FILTERED_COLUMNS = ['job', 'setup', 'contender', 'parameter', 'setting', 'value', 'best for', 'settings'];
/** The tables by what they are about, the most wanted first; only these are open. */
const ABOUT_TABLES = {
  'Best of all settings': 'The fastest of all settings that were run on each setup. Where there are enough visits, half of the runs choose the settings, and the other half measures them, so that luck does not count.',
  'Each value over all configurations': 'Matched: the reference value over this value, in configurations that were run with both. Above 1x this value is faster. The other ratios also compare configurations.',
};

async function showSettings(view, say, clusters, load, name, parameters) {
  const cluster = clusters.find(one => one.name === name && one.settings !== undefined);
  if (cluster === undefined) {
    const some = clusters.filter(one => one.settings !== undefined);
    say(view, 'Settings', some.length === 0
      ? element('p', {}, 'No cluster has runs that differ in a setting.')
      : element('ul', {}, ...some.map(one => element('li', {}, element('a', {href: '#settings/' + encodeURIComponent(one.name)}, isolated(one.name))))));
    return;
  }
  const tables = await load(cluster.settings);
  say(view, 'Settings of ' + cluster.name,
    element('p', {class: 'quiet'}, 'From ', element('a', {href: cluster.report}, 'the report of all campaigns of this cluster'), '.'),
    ...tables.map((given, at) => [given, at]).sort(([one], [other]) => (place(one) - place(other)) || 0)
      .map(([given, at]) => settingTable(given, name, at + '.', parameters)));
}

function place(given) {
  const at = Object.keys(ABOUT_TABLES).indexOf(given.heading);
  return at < 0 ? Infinity : at;
}

/** Shows the rows that the address asks for, with a filter for each column of a few names. */
function settingTable(given, cluster, prefix, parameters) {
  const filters = given.columns.slice(0, given.texts).map((title, column) => ({title, column, values: [...new Set(given.rows.map(row => row[column]))].sort()}))
    .filter(one => FILTERED_COLUMNS.includes(one.title) && one.values.length > 1 && one.values.length <= MOST_CHOICES);
  const columns = given.columns.map((title, column) => column).filter(column => given.rows.some(row => row[column] !== '-'));
  const body = element('tbody');
  const count = element('p', {class: 'quiet', 'aria-live': 'polite'});
  function fill() {
    const rows = given.rows.filter(row => filters.every(one => [null, row[one.column]].includes(parameters.get(prefix + one.title))));
    body.replaceChildren(...rows.slice(0, MOST_SETTING_ROWS).map(row => element('tr', {}, ...columns.map(column =>
      element('td', {class: column >= given.texts ? 'number' : row[column].length > 40 ? 'long' : null}, isolated(row[column]))))));
    count.textContent = (rows.length > MOST_SETTING_ROWS ? 'The first ' + MOST_SETTING_ROWS + ' of ' + rows.length : rows.length) + ' of ' + given.all + ' rows' + (given.all > given.rows.length ? '; this page has the first ' + given.rows.length : '');
  }
  function choose(one, value) {
    if (value === '') {
      parameters.delete(prefix + one.title);
    } else {
      parameters.set(prefix + one.title, value);
    }
    history.replaceState(null, '', '#settings/' + encodeURIComponent(cluster) + '?' + parameters);
    fill();
  }
  fill();
  const isWanted = place(given) < Infinity || [...parameters.keys()].some(key => key.startsWith(prefix));
  return element('details', {class: 'block', open: isWanted}, element('summary', {}, element('h2', {}, given.heading)),
    ABOUT_TABLES[given.heading] === undefined ? null : element('p', {class: 'quiet'}, ABOUT_TABLES[given.heading]),
    element('p', {}, ...filters.map(one => element('label', {}, one.title + ' ', element('select', {onchange: event => choose(one, event.target.value)},
      element('option', {value: ''}, 'all'),
      ...one.values.map(value => element('option', {value, selected: value === parameters.get(prefix + one.title)}, value)))))),
    count,
    element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': given.heading}, element('table', {},
      element('thead', {}, element('tr', {}, ...columns.map(column => element('th', {scope: 'col', class: column < given.texts ? null : 'number'}, given.columns[column])))), body)));
}
