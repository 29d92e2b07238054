/* The rows behind pictures: read from columns, filtered, sorted, and as CSV. */

/** The data of an element of this page. */
function dataOf(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** An object for each row; what does not exist is null. */
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

/** The rows that filters leave: a row that knows nothing of what is filtered stays. */
function filtered(rows, filters) {
  const asked = Object.entries(filters).filter(([, chosen]) => chosen.length > 0);
  return asked.length === 0
    ? rows
    : rows.filter(row => asked.every(([name, chosen]) => !(name in row) || row[name] === null || chosen.includes(row[name])));
}

/** Sorted by a column; what does not exist stands last in either direction. */
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

/** The rows by what a picture has a part of its own for; in one list where it has no parts. */
function partsOf(rows, picture) {
  const names = picture.spec.usermeta?.parts ?? [];
  const parts = new Map();
  rows.forEach(row => {
    const part = JSON.stringify(names.map(name => row[name]));
    parts.has(part) ? parts.get(part).push(row) : parts.set(part, [row]);
  });
  return [...parts.values()];
}

/** The setups whose rows are drawn: all, or those of most interest where they are too many. */
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
 * The rows that a picture draws, step by step: of the parts those of most rows; of each part the first and the last rows, or those of the setups of most
 * interest; of these the first ones, or every so manieth.
 */
function choice(rows, picture) {
  const parts = partsOf(rows, picture);
  const most = new Set([...parts].sort((a, b) => b.length - a.length).slice(0, MOST_PARTS));
  const shown = parts.filter(part => most.has(part));
  const ofParts = parts.length === shown.length ? rows : shown.flat();
  const ofEach = picture.crowd === 'ends'
    ? shown.flatMap(part => ends(part, picture.most_setups))
    : picture.spec.usermeta?.named ? shown.flatMap(part => ofSetups(part, picture)) : ofSetups(ofParts, picture);
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

/** Every so manieth. */
function evenly(rows, most) {
  return rows.length <= most ? rows : Array.from({length: most}, (unused, at) => rows[Math.floor(at * rows.length / most)]);
}

const MEASURED_TOGETHER = ['job', 'setup', 'compression', 'settings', 'campaign'];

/** Runs that are not valid, and of what was measured together the least and the most: a sample without them hides what matters most. */
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

/** So many at most: three quarters of them from the front, the others from the end. */
function ends(rows, most) {
  const front = Math.ceil(most * 3 / 4);
  return rows.length <= most ? rows : [...rows.slice(0, front), ...rows.slice(front - most)];
}

function csvField(value) {
  if (value === null || value === undefined) {
    return '';
  }
  // A spreadsheet would take it for a formula.
  const text = typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? "'" + value : String(value);
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/** In base units, for programs. */
function csv(columns, rows) {
  const lines = [columns.map(column => csvField(column.name)).join(',')];
  rows.forEach(row => lines.push(columns.map(column => csvField(row[column.name])).join(',')));
  return lines.join('\r\n') + '\r\n';
}
