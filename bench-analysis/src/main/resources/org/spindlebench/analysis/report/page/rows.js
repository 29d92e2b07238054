/* The rows of charts: read from columns, filtered, sorted, and written as CSV. */

/** Returns the data in an element of this page. */
function dataOf(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** Returns an object for each row; a value that does not exist is null. */
function rowsOf(columns) {
  const size = columns.length === 0 ? 0 : columns[0].values.length;
  const rows = new Array(size);
  for (let at = 0; at < size; at++) {
    const row = {};
    for (const column of columns) {
      const value = column.values[at];
      row[column.name] = value === null || !column.words ? value : column.words[value];
    }
    rows[at] = row;
  }
  return rows;
}

/** Returns the rows that pass the filters. A row without the filtered value passes. */
function filtered(rows, filters) {
  const asked = Object.entries(filters).filter(([, chosen]) => chosen.length > 0);
  return asked.length === 0
    ? rows
    : rows.filter(row => asked.every(([name, chosen]) => !(name in row) || row[name] === null || chosen.includes(row[name])));
}

/** Sorts by a column; a value that does not exist is last in either direction. */
function sorted(rows, column, descending) {
  const sign = descending ? -1 : 1;
  const text = column.kind === 'text';
  return [...rows].sort((a, b) => {
    const left = a[column.name];
    const right = b[column.name];
    if (left === null || right === null) {
      return (left === null) - (right === null);
    }
    return sign * (text ? left.localeCompare(right, 'en', {numeric: true}) : left - right);
  });
}

const MOST_PARTS = 12;

/** Groups the rows by the parts of a chart; returns a single group if it has no parts. */
function partsOf(rows, picture) {
  const names = picture.spec.usermeta?.parts ?? [];
  const parts = new Map();
  rows.forEach(row => {
    const part = JSON.stringify(names.map(name => row[name]));
    parts.has(part) ? parts.get(part).push(row) : parts.set(part, [row]);
  });
  return [...parts.values()];
}

/** Returns the setups whose rows are drawn: all, or those of most interest if they are too many. */
function setupsOf(rows, picture) {
  const there = new Set(rows.map(row => row.setup).filter(setup => setup !== null && setup !== undefined));
  return picture.setups.length === 0 || there.size <= picture.most_setups
    ? there
    : new Set([...new Set([...picture.setups.filter(setup => there.has(setup)), ...there])].slice(0, picture.most_setups));
}

function ofSetups(rows, picture) {
  const setups = setupsOf(rows, picture);
  return rows.filter(row => row.setup === null || row.setup === undefined || setups.has(row.setup));
}

/**
 * Selects the rows that a chart draws in three steps. It selects the parts with most rows. In each part it selects the
 * rows of the setups of most interest. From these it takes the first rows, or every n-th.
 */
function choice(rows, picture) {
  const parts = partsOf(rows, picture);
  const most = new Set([...parts].sort((a, b) => b.length - a.length).slice(0, MOST_PARTS));
  const shown = parts.filter(part => most.has(part));
  const ofParts = parts.length === shown.length ? rows : shown.flat();
  const ofEach = picture.spec.usermeta?.named ? shown.flatMap(part => ofSetups(part, picture)) : ofSetups(ofParts, picture);
  return {parts, shown, ofParts, ofEach, drawn: crowded(ofEach, picture)};
}

function crowded(rows, picture) {
  if (rows.length <= picture.most) {
    return rows;
  }
  if (picture.crowd !== 'sample') {
    return rows.slice(0, picture.most);
  }
  const kept = new Set(evenly(standingOut(rows, picture.columns), Math.floor(picture.most / 2)));
  const others = evenly(rows.filter(row => !kept.has(row)), picture.most - kept.size);
  others.forEach(row => kept.add(row));
  return rows.filter(row => kept.has(row));
}

/** Selects every n-th row. */
function evenly(rows, most) {
  return rows.length <= most ? rows : Array.from({length: most}, (unused, at) => rows[Math.floor(at * rows.length / most)]);
}

const MEASURED_TOGETHER = ['job', 'setup', 'compression', 'settings', 'campaign'];

/**
 * Selects runs that are not valid, and the least and the greatest of the values that were measured together. A sample
 * without them would hide what matters most.
 */
function standingOut(rows, columns) {
  const figures = columns.filter(({kind}) => kind === 'seconds' || kind === 'share').map(({name}) => name);
  const ends = new Map();
  rows.forEach(row => figures.filter(name => row[name] !== null).forEach(name => {
    const key = JSON.stringify([name, ...MEASURED_TOGETHER.map(one => row[one])]);
    const [least, most] = ends.get(key) ?? [row, row];
    ends.set(key, [row[name] < least[name] ? row : least, row[name] > most[name] ? row : most]);
  }));
  const out = new Set([...ends.values()].flat());
  return rows.filter(row => out.has(row) || (row.status !== undefined && row.status !== 'ok'));
}

function csvField(value) {
  if (value === null || value === undefined) {
    return '';
  }
  // A spreadsheet would treat the text as a formula.
  const text = typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? "'" + value : String(value);
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/** Writes CSV in base units, for programs. */
function csv(columns, rows) {
  const lines = [columns.map(column => csvField(column.name)).join(',')];
  rows.forEach(row => lines.push(columns.map(column => csvField(row[column.name])).join(',')));
  return lines.join('\r\n') + '\r\n';
}
