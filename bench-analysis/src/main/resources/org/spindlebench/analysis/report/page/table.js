/* Tables that a reader can sort. */

const ROWS_AT_ONCE = 200;
/** Must agree with the styles for paper. */
const ROWS_ON_PAPER = 40;

/**
 * A table of rows.
 *
 * @param id the key for its order in the address
 * @param columns with name, title and kind
 * @param rows in their own order
 */
function table(id, caption, columns, rows) {
  const shown = columns.filter(column => column.title !== '');
  const body = element('tbody');
  const heads = shown.map(column => element('th', {scope: 'col', class: isText(column) ? 'text' : null},
    element('button', {type: 'button', onclick: () => sortBy(column)}, column.title)));
  const more = element('button', {type: 'button', class: 'more', onclick: () => showMore()});
  const paper = element('p', {class: 'paper'}, rows.length > ROWS_ON_PAPER ? 'On paper: the first ' + ROWS_ON_PAPER + ' of ' + rows.length + ' rows.' : '');
  let order = rows;
  let count = 0;

  function extend() {
    const next = order.slice(count, count + ROWS_AT_ONCE);
    body.append(...next.map(row => element('tr', {}, ...shown.map((column, at) => cell(column, row[column.name], at === 0 ? row.link : undefined)))));
    count += next.length;
    more.textContent = 'Show ' + Math.min(ROWS_AT_ONCE, order.length - count) + ' more of ' + (order.length - count);
    more.hidden = count >= order.length;
  }

  /** Shows more rows. When the button disappears, the focus stays in the table. */
  function showMore() {
    extend();
    if (more.hidden) {
      more.previousElementSibling.focus({preventScroll: true});
    }
  }

  function cell(column, value, link) {
    const text = written(column.kind, value);
    return column.kind === 'text'
      ? element('td', {class: !isText(column) ? null : text.length > 30 ? 'text long' : 'text'}, link ? element('a', {href: link}, isolated(text)) : isolated(text))
      : element('td', {'data-value': value === null ? null : String(value)}, text);
  }

  function sortBy(column) {
    const before = chosen.sorts[id];
    const descending = before !== undefined && before.column === column.name && !before.descending;
    chosen.sorts[id] = {column: column.name, descending};
    writeAddress();
    fill();
  }

  function fill() {
    const sort = chosen.sorts[id];
    const by = sort === undefined ? undefined : shown.find(column => column.name === sort.column);
    order = by === undefined ? rows : sorted(rows, by, sort.descending);
    shown.forEach((column, at) => {
      if (column === by) {
        heads[at].setAttribute('aria-sort', sort.descending ? 'descending' : 'ascending');
      } else {
        heads[at].removeAttribute('aria-sort');
      }
    });
    body.replaceChildren();
    count = 0;
    extend();
  }

  fill();
  return element('div', {class: 'table'},
    element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      element('table', {'data-table': id}, element('thead', {}, element('tr', {}, ...heads)), body)),
    more,
    paper);
}

/** Numbers are right-aligned, even if they are already strings. */
function isText(column) {
  return column.kind === 'text' && !column.figure;
}

/** A table whose cells are already strings. If it has a filter's column, it shows only rows that pass the filter. */
class StringTable {
  constructor(given) {
    this.given = given;
    this.columns = given.columns.map((title, at) => ({name: 'c' + at, title, kind: 'text', figure: at >= given.texts}));
    this.rows = given.rows.map((row, at) => ({
      ...Object.fromEntries(row.map((value, column) => ['c' + column, value])),
      link: given.links?.[at],
    }));
    this.element = element('div');
    this.show();
  }

  /** Shows the rows and order that the address gives. */
  show() {
    const filters = Object.fromEntries(Object.entries(chosen.filters).map(([name, values]) => ['c' + this.given.columns.indexOf(name), values]));
    const left = filtered(this.rows, filters);
    this.element.replaceChildren(
      table('table-' + this.given.id, this.given.heading, this.columns, left),
      element('p', {class: 'sampled'}, left.length < this.rows.length ? 'The filters leave ' + left.length + ' of ' + this.rows.length + ' rows.' : ''));
  }
}
