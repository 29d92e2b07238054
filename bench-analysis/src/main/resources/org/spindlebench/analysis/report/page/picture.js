/* A picture: the drawing, what it says, and its rows as a table. Drawn when a reader comes near, and again when filters change. */

/** Okabe and Ito's colours, wine in place of their yellow, which is too light for lines on white: people of every colour vision tell them apart. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#882255'];
/** What tells setups apart that share a colour, besides hollow bars: each holds for as many of them as there are colours. */
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-left', 'triangle-right'];
/** How a setup looks by its place in the order of all, for each channel that a specification may leave to it. */
const LOOKS = {
  color: colourAt,
  stroke: colourAt,
  fill: at => at % (2 * COLOURS.length) < COLOURS.length ? colourAt(at) : '#ffffff',
  shape: at => SHAPES[Math.floor(at / COLOURS.length) % SHAPES.length],
};

function colourAt(at) {
  return COLOURS[at % COLOURS.length];
}

const CONFIG = {
  font: 'system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  axis: {labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', labelLimit: 220, gridColor: '#e6eaee'},
  axisXQuantitative: {labelOverlap: true, labelSeparation: 8},
  legend: {labelFontSize: 12, titleFontSize: 12, labelLimit: 260, symbolLimit: 40},
  header: {labelFontSize: 12, titleFontSize: 12, labelLimit: 420},
  view: {stroke: '#d5dbe1'},
  // What cannot be drawn is left out beforehand, by what a specification says that it needs.
  mark: {invalid: 'show'},
  range: {category: COLOURS},
};

/** Pixels. */
const NARROW = 640;
/** As wide as pictures are drawn for paper, in pixels, which is then made smaller. */
const PAPER = 1000;
const MOST_IN_A_COLUMN = 6;
/** Which rows a page holds of more than it can. */
const HELD = {
  first: 'the first ones',
  sample: 'chosen alike',
  ends: 'the first jobs and settings',
};
/** Whether the page is being printed. */
let onPaper = false;

class Picture {
  /** @param order every setup of the page: where colours suffice for all, each has one on the whole page */
  constructor(data, order) {
    const {id} = data;
    this.id = id;
    this.data = data;
    this.order = order;
    this.columns = this.data.columns.map(({name, title, kind}) => ({name, title, kind}));
    this.data.spec = titled(this.data.spec, this.columns);
    this.own = rowsOf(this.data.columns);
    this.all = this.own;
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
      action('Save SVG', () => this.saveDrawing()),
      action('Save Vega-Lite', () => save(this.id + '.vl.json', 'application/json', JSON.stringify(this.specification(), null, 1))));
  }

  /** What is drawn, once it is; where filters leave nothing, nothing. */
  async saveDrawing() {
    await (this.drawn ?? this.draw());
    if (this.view) {
      save(this.id + '.svg', 'image/svg+xml', await this.view.toSVG());
    }
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
    const rows = choice(this.drawable(), this.data).drawn;
    const setups = this.order.filter(setup => rows.some(row => row.setup === setup));
    tellApart(spec, setups, this.order.length <= this.data.most_setups ? this.order : setups);
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
    const chosen = choice(rows, this.data);
    const count = chosen.drawn.length;
    this.sampled.textContent = rows.length === 0 ? this.empty() : this.leftOut(chosen, count === rows.length);
    this.fillTable();
    this.element.dataset.drawn = String(count);
    if (count === 0) {
      this.view?.finalize();
      this.view = undefined;
      this.drawing.replaceChildren();
      return;
    }
    const spec = fitted(this.specification(), this.drawing.clientWidth, onPaper);
    const result = await vegaEmbed(this.drawing, spec, {actions: false, renderer: 'svg', config: configured(this.drawing.clientWidth)});
    // One picture with its alternative text; what it is made of stands in the table.
    this.drawing.querySelector('svg').setAttribute('aria-hidden', 'true');
    // What is wider than the window can be moved with the keyboard, too.
    this.drawing.removeAttribute('tabindex');
    if (this.drawing.scrollWidth > this.drawing.clientWidth) {
      this.drawing.setAttribute('tabindex', '0');
    }
    this.view?.finalize();
    this.view = result.view;
  }

  empty() {
    return this.rows().length > 0
      ? 'Of the rows that the filters leave none has a figure to draw; the table has them.'
      : this.all.length > 0 ? 'The filters leave nothing of this picture.' : this.none;
  }

  /** What is left out of the drawing and of the page, and how a reader gets it; nothing where nothing is. */
  leftOut(choice, whole) {
    const held = this.all.length;
    // Rows of changed prices are computed here, all of them.
    const cut = this.all === this.own && held < this.data.all;
    const drawn = whole ? [] : this.crowded(choice, cut && this.rows().length === held ? this.data.all : choice.ofEach.length);
    const rest = cut
      ? ['This page holds ' + held + ' of ' + this.data.all + ' rows, ' + HELD[this.data.crowd] + '; filters and the table are of these.', this.data.spec.usermeta?.all ?? '']
      : whole ? [] : ['The table has all; filters choose others.'];
    return [...drawn, ...rest].join(' ').trim();
  }

  /** @param of how many rows what is drawn is a sample of */
  crowded({parts, shown, ofParts, ofEach, drawn}, of) {
    const {crowd, most_setups: most, spec, interest} = this.data;
    const named = spec.usermeta?.named;
    const count = rows => new Set(rows.map(row => row.setup).filter(setup => setup !== null)).size;
    const said = [];
    if (shown.length < parts.length) {
      said.push(shown.length + ' of ' + parts.length + ' parts are drawn: those of most rows.');
    }
    if (ofEach.length < ofParts.length) {
      const front = Math.ceil(most * 3 / 4);
      said.push(crowd === 'ends'
        ? 'Of more than ' + most + ' setups in a part the first ' + front + ' and the last ' + (most - front) + ' are drawn.'
        : (named ? 'Of more than ' + most + ' setups in a part ' + most : count(ofEach) + ' of ' + count(ofParts) + ' setups') + ' are drawn: ' + interest + '.');
    }
    if (drawn.length < ofEach.length) {
      said.push(crowd === 'sample'
        ? drawn.length + ' of ' + of + ' ' + (this.id === 'runs' ? 'runs' : 'rows') + ' are drawn: those with the least and the most, those that are not valid, and of the others a sample,'
          + ' evenly spaced.'
        : 'The first ' + drawn.length + ' of ' + ofEach.length + ' rows are drawn.');
    }
    return said;
  }

  toggleTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'false';
    this.opener.setAttribute('aria-expanded', String(open));
    this.fillTable();
  }

  /** Anew only where it lists something else: who is in it stays there. */
  fillTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'true';
    const of = open ? JSON.stringify(chosen.filters) : '';
    if (this.filled?.all !== this.all || this.filled.of !== of) {
      this.filled = {all: this.all, of};
      this.table.replaceChildren(...(open ? [table(this.id, this.data.title, this.columns, this.rows())] : []));
    }
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

/** Where there is no room beside a picture, what its colours mean stands below. */
function configured(width) {
  return width < NARROW ? {...CONFIG, legend: {...CONFIG.legend, orient: 'bottom', columns: 1, labelLimit: width - 40}} : CONFIG;
}

/**
 * Gives setups their looks wherever a specification leaves them to the setup: colours, and where these do not suffice shapes, or hollow bars.
 *
 * @param setups that are drawn
 * @param order in which looks are given out
 */
function tellApart(spec, setups, order) {
  if (spec === null || typeof spec !== 'object') {
    return;
  }
  for (const [channel, says] of Object.entries(spec)) {
    const fielded = says?.condition ?? says;
    if (!(channel in LOOKS) || fielded?.field !== 'setup') {
      tellApart(says, setups, order);
    } else {
      // What is filled on a condition only is a point, whose shape tells it apart.
      const look = says.condition ? colourAt : LOOKS[channel];
      fielded.scale = {domain: setups, range: setups.map(setup => look(order.indexOf(setup)))};
    }
  }
}

/** Headers of parts that are too long for a line take several, broken at spaces; what has none, anywhere. */
function inLines(width) {
  const most = Math.floor(width / 6.5);
  const broken = "replace(datum.value, regexp('(.{1," + most + "})(?:\\\\s+|$)|(.{" + most + "})', 'g'), '$1$2\\n')";
  return {labelExpr: "split(replace(" + broken + ", regexp('\\\\n$'), ''), '\\n')", labelLimit: width + 60};
}

/** As wide as there is room: a facet's parts share it, a single view takes it. On paper many parts stand in two columns, so that they fit on a page. */
function fitted(spec, screen, paper) {
  const width = paper ? PAPER : screen;
  if (spec.facet) {
    const by = spec.usermeta?.parts ?? [spec.facet.field];
    const parts = new Set(spec.data.values.map(row => JSON.stringify(by.map(name => row[name])))).size;
    const room = width - (width < NARROW ? 0 : 230);
    const asked = paper && parts > MOST_IN_A_COLUMN ? 2 : spec.columns ?? 1;
    const columns = Math.max(1, Math.min(asked, parts, Math.floor(room / 250)));
    spec.columns = columns;
    if (spec.spec.width === undefined) {
      spec.spec.width = Math.max(180, Math.floor(room / columns) - 70);
    }
    spec.facet.header = {...spec.facet.header, ...inLines(spec.spec.width)};
  } else if (spec.width === undefined && !spec.hconcat && !spec.vconcat) {
    // Where each row has a height of its own Vega cannot fit both ways: such a specification says what its labels and legend take.
    const aside = spec.usermeta?.aside ?? (paper ? 200 : undefined);
    spec.width = aside === undefined ? 'container' : Math.max(200, width - aside);
  }
  return spec;
}
