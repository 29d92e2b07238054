/* Writes numbers. Data are in base units; they are scaled only for people. */

const NOTHING = '-';
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

function scaled(value, unit) {
  let at = 0;
  let rest = Math.abs(value);
  while (rest >= 1000 && at < PREFIXES.length - 1) {
    rest /= 1000;
    at++;
  }
  return (value < 0 ? '-' : '') + digits(rest) + ' ' + PREFIXES[at] + unit;
}

/** Writes four digits, or all before the point, with at most three after it. */
function digits(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-3)) {
    return value.toExponential(2);
  }
  return value.toFixed(size >= 1000 || Number.isInteger(value) ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

const WRITTEN = {
  'text': value => value,
  'count': value => digits(value),
  'seconds': value => value.toFixed(2),
  'ratio': value => value.toFixed(3) + 'x',
  'share': value => (100 * value).toFixed(1) + ' %',
  'bytes': value => scaled(value, 'B'),
  'bytes-per-second': value => scaled(value, 'B/s'),
  'money': value => digits(value),
  'number': value => digits(value),
  'instant': value => new Date(value).toISOString().replace('T', ' ').replace(/\.000Z$/, 'Z'),
};

/** Writes a value for people; a dash if it does not exist. */
function written(kind, value) {
  return value === null || value === undefined ? NOTHING : WRITTEN[kind](value);
}
