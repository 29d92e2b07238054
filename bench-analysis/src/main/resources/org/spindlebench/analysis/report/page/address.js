/* Keeps a reader's choices in the address, so that others who open the link see the same. */

const FILTERED = ['job', 'setup', 'compression', 'status'];

const chosen = {filters: {}, sorts: {}, prices: {}};

function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  chosen.filters = {};
  chosen.sorts = {};
  chosen.prices = {};
  for (const [key, value] of parameters) {
    if (FILTERED.includes(key)) {
      (chosen.filters[key] ??= []).push(value);
    } else if (key.startsWith('sort.')) {
      const descending = value.startsWith('-');
      chosen.sorts[key.slice('sort.'.length)] = {column: value.slice(descending ? 1 : 0), descending};
    } else if (key.startsWith('price.')) {
      chosen.prices[key.slice('price.'.length)] = value;
    }
  }
}

function writeAddress() {
  const parameters = new URLSearchParams();
  Object.entries(chosen.filters).forEach(([name, values]) => values.forEach(value => parameters.append(name, value)));
  Object.entries(chosen.sorts).forEach(([id, sort]) => parameters.append('sort.' + id, (sort.descending ? '-' : '') + sort.column));
  Object.entries(chosen.prices).forEach(([name, value]) => parameters.append('price.' + name, value));
  const text = parameters.toString();
  // Does not set location.hash, since the page must not jump.
  history.replaceState(null, '', text === '' ? location.href.split('#')[0] : '#' + text);
}
