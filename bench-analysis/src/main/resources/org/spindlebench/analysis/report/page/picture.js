/* A picture: the drawing, what it says, and its rows as a table. Drawn when a reader comes near, and again when filters change. */

/** Okabe and Ito's colours, which people of every colour vision tell apart. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#7f7f00'];

const CONFIG = {
  font: 'system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  axis: {labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', labelLimit: 220, gridColor: '#e6eaee'},
  legend: {labelFontSize: 12, titleFontSize: 12, labelLimit: 260, symbolLimit: 40},
  header: {labelFontSize: 12, titleFontSize: 12, labelLimit: 420},
  view: {stroke: '#d5dbe1'},
  // What cannot be drawn is left out beforehand, by what a specification says that it needs.
  mark: {invalid: 'show'},
  range: {category: COLOURS},
};

class Picture {
  constructor(id) {
    this.id = id;
    this.data = dataOf('picture-' + id);
    this.columns = this.data.columns.map(({name, title, kind}) => ({name, title, kind}));
    this.data.spec = titled(this.data.spec, this.columns);
    this.all = rowsOf(this.data.columns);
    this.drawing = element('div', {class: 'drawing', role: 'img', 'aria-label': this.data.alternative});
    this.sampled = element('p', {class: 'sampled', role: 'status'});
    this.table = element('div');
    this.element = element('figure', {id: 'show-' + id},
      element('h2', {}, this.data.title),
      element('p', {class: 'says'}, isolated(this.data.says)),
      this.drawing,
      this.sampled,
      this.actions(),
      this.data.notes.length === 0 ? null : list('notes', this.data.notes),
      this.table);
  }

  actions() {
    const action = (label, does) => element('button', {type: 'button', onclick: does}, label);
    this.opener = action('Table', () => this.toggleTable());
    this.opener.setAttribute('aria-expanded', 'false');
    return element('div', {class: 'actions'},
      this.opener,
      action('Save CSV', () => save(this.id + '.csv', 'text/csv', csv(this.columns, this.rows()))),
      action('Save SVG', async () => this.view && save(this.id + '.svg', 'image/svg+xml', await this.view.toSVG())),
      action('Save Vega-Lite', () => save(this.id + '.vl.json', 'application/json', JSON.stringify(this.specification(), null, 1))));
  }

  rows() {
    return filtered(this.all, chosen.filters);
  }

  /** Rows that have what the specification needs. */
  drawable() {
    const needs = this.data.spec.usermeta?.needs ?? [];
    return this.rows().filter(row => needs.every(name => row[name] !== null));
  }

  /** The specification with what it draws now. */
  specification() {
    const spec = structuredClone(this.data.spec);
    spec.$schema = 'https://vega.github.io/schema/vega-lite/v6.json';
    const value = this.data.spec.usermeta?.interval;
    const rows = drawn(this.drawable(), this.data);
    spec.data = {values: value === undefined ? rows : rows.map(row => withEnds(row, value))};
    return spec;
  }

  /** Draws what is chosen now, after what is being drawn: an older drawing must not come last. */
  draw() {
    this.drawn = (this.drawn ?? Promise.resolve()).then(() => this.drawNow()).catch(problem => {
      this.sampled.textContent = 'This picture could not be drawn; its table has its figures.';
      console.error(problem);
    });
    return this.drawn;
  }

  async drawNow() {
    const rows = this.drawable();
    const count = Math.min(rows.length, this.data.most);
    this.sampled.textContent = rows.length === 0
      ? this.rows().length > 0 ? 'Nothing of this can be drawn; the table has its rows.' : 'The filters leave nothing of this picture.'
      : count === rows.length ? '' : this.crowded(count, rows.length);
    this.fillTable();
    if (count === 0) {
      this.view?.finalize();
      this.view = undefined;
      this.drawing.replaceChildren();
      return;
    }
    const spec = fitted(this.specification(), this.drawing.clientWidth);
    const result = await vegaEmbed(this.drawing, spec, {actions: false, renderer: 'svg', config: CONFIG});
    // One picture with its alternative text; what it is made of stands in the table.
    this.drawing.querySelector('svg').setAttribute('aria-hidden', 'true');
    this.view?.finalize();
    this.view = result.view;
    this.element.dataset.drawn = String(count);
  }

  crowded(count, all) {
    return this.data.crowd === 'first'
      ? 'The first ' + count + ' of ' + all + ' rows are drawn. The table has all; filters choose others.'
      : 'A sample is drawn: ' + count + ' of ' + all + ' rows, evenly spaced. The table has all.';
  }

  toggleTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'false';
    this.opener.setAttribute('aria-expanded', String(open));
    this.fillTable();
  }

  fillTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'true';
    this.table.replaceChildren(...(open ? [table(this.id, this.data.title, this.columns, this.rows())] : []));
  }
}

/** The ends of what is drawn of an interval: of none at all a line without length, as Vega needs ends to lay out its axes. */
function withEnds(row, value) {
  return {...row, from: row.low ?? row[value], to: row.high ?? row[value]};
}

/** A title such as "=cost" is that of the column: what it holds is not always the same. */
function titled(spec, columns) {
  const titles = Object.fromEntries(columns.map(({name, title}) => ['=' + name, title]));
  return JSON.parse(JSON.stringify(spec), (key, value) => key === 'title' && titles[value] !== undefined ? titles[value] : value);
}

/** As wide as there is room: a facet's parts share it, a single view takes it. */
function fitted(spec, width) {
  if (spec.facet) {
    const parts = new Set(spec.data.values.map(row => row[spec.facet.field])).size;
    const columns = Math.max(1, Math.min(spec.columns ?? 1, parts));
    spec.columns = columns;
    if (spec.spec.width === undefined) {
      spec.spec.width = Math.max(180, Math.floor((width - 230) / columns) - 70);
    }
  } else if (spec.width === undefined && !spec.hconcat && !spec.vconcat) {
    // Where each row has a height of its own Vega cannot fit both ways: such a specification says what its labels and legend take.
    spec.width = spec.usermeta?.aside === undefined ? 'container' : Math.max(200, width - spec.usermeta.aside);
  }
  return spec;
}
