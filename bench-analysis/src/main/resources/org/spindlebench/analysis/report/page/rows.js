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

/** As many as a picture draws: the first ones, or every so manieth. */
function drawn(rows, picture) {
  if (rows.length <= picture.most) {
    return rows;
  }
  if (picture.crowd === 'first') {
    return rows.slice(0, picture.most);
  }
  const step = rows.length / picture.most;
  return Array.from({length: picture.most}, (unused, at) => rows[Math.floor(at * step)]);
}

function csvField(value) {
  if (value === null || value === undefined) {
    return '';
  }
  const text = String(value);
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/** In base units, for programs. */
function csv(columns, rows) {
  const lines = [columns.map(column => csvField(column.name)).join(',')];
  rows.forEach(row => lines.push(columns.map(column => csvField(row[column.name])).join(',')));
  return lines.join('\r\n') + '\r\n';
}
