/*
 * A chart: the drawing, its texts, and its rows as a table. It is drawn when it comes near the window, and again when
 * filters change.
 */

/**
 * Okabe and Ito's colours, which people of every colour vision can distinguish. Wine replaces their yellow, which is
 * too light for lines on white.
 */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#882255'];
/**
 * The shapes that, in addition to hollow bars, distinguish setups of one colour. Each shape is used for as many setups
 * as there are colours.
 */
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-left', 'triangle-right'];
/** Setups' looks by their index among all setups, for each channel that a specification may leave to the setup. */
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
  // Rows that cannot be drawn are removed beforehand, according to the needs that a specification states.
  mark: {invalid: 'show'},
  range: {category: COLOURS},
};

/** In pixels. */
const NARROW = 640;
/** The width in pixels at which charts are drawn for paper; they are then scaled down. */
const PAPER = 1000;
const MOST_IN_A_COLUMN = 6;
/** Describes the rows that a page holds if it cannot hold all. */
const HELD = {
  first: 'the first ones',
  sample: 'a sample',
};
/** Whether the page is being printed. */
let onPaper = false;

class Picture {
  /**
   * @param order every setup of the page; if there are enough colours, each setup has the same one on the whole page
   */
  constructor(data, order) {
    const {id} = data;
    this.id = id;
    this.data = data;
    this.order = order;
    this.columns = this.data.columns.map(({name, title, kind}) => ({name, title, kind}));
    this.data.spec = titled(this.data.spec, this.columns);
    this.all = rowsOf(this.data.columns);
    this.drawing = element('div', {class: 'drawing', role: 'img', 'aria-label': this.data.alternative});
    this.sampled = element('p', {class: 'sampled', role: 'status'});
    this.table = element('div');
    this.element = element('details', {id: 'show-' + id, class: 'chart'},
      element('summary', {}, element('h2', {}, this.data.title)),
      element('figure', {},
        element('p', {class: 'says'}, isolated(this.data.says)),
        this.drawing,
        this.sampled,
        this.actions(),
        this.data.notes.length === 0 ? null : list('notes', this.data.notes),
        this.table));
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

  /** Saves the drawing once it is complete; saves nothing if the filters leave no rows. */
  async saveDrawing() {
    await (this.drawn ?? this.draw());
    if (this.view) {
      save(this.id + '.svg', 'image/svg+xml', await this.view.toSVG());
    }
  }

  rows() {
    return filtered(this.all, chosen.filters);
  }

  /** Returns the rows that have everything the specification needs. */
  drawable() {
    const needs = this.data.spec.usermeta?.needs ?? [];
    return this.rows().filter(row => needs.every(name => row[name] !== null));
  }

  /** Returns the specification with the rows that are drawn now. */
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

  /** Draws the current choice after any drawing in progress, so that an older drawing never replaces a newer one. */
  draw() {
    this.drawn = (this.drawn ?? Promise.resolve()).then(() => this.drawNow()).catch(problem => {
      this.sampled.textContent = 'This chart could not be drawn. Its table has the numbers.';
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
    // The page permits no code that is made from text, so Vega interprets its expressions.
    // Nor does it permit styles that a library adds; page.css has them.
    const options = {actions: false, renderer: 'svg', ast: true, config: configured(this.drawing.clientWidth),
      defaultStyle: false, tooltip: {disableDefaultStyle: true}};
    const result = await vegaEmbed(this.drawing, spec, options);
    // The chart is one image with its alternative text; its values are in the table.
    this.drawing.querySelector('svg').setAttribute('aria-hidden', 'true');
    // If it is wider than the window, the keyboard can scroll it, too.
    this.drawing.removeAttribute('tabindex');
    if (this.drawing.scrollWidth > this.drawing.clientWidth) {
      this.drawing.setAttribute('tabindex', '0');
    }
    this.view?.finalize();
    this.view = result.view;
  }

  empty() {
    return this.rows().length > 0
      ? 'None of the rows that the filters leave has a number to draw. The table has these rows.'
      : 'The filters leave no row of this chart.';
  }

  /** Describes the rows that the drawing and the page leave out, and how to see them; empty if all are drawn. */
  leftOut(choice, whole) {
    const held = this.all.length;
    const cut = held < this.data.all;
    const drawn = whole ? [] : this.crowded(choice, cut && this.rows().length === held ? this.data.all : choice.ofEach.length);
    const rest = cut
      ? ['This page holds ' + held + ' of ' + this.data.all + ' rows, ' + HELD[this.data.crowd] + '. Filters and the table cover these rows only.', this.data.spec.usermeta?.all ?? '']
      : whole ? [] : ['The table has all rows; filters choose others.'];
    return [...drawn, ...rest].join(' ').trim();
  }

  /** @param of the number of rows that the drawn ones are a sample of */
  crowded({parts, shown, ofParts, ofEach, drawn}, of) {
    const {crowd, most_setups: most, spec, interest} = this.data;
    const named = spec.usermeta?.named;
    const count = rows => new Set(rows.map(row => row.setup).filter(setup => setup !== null)).size;
    const said = [];
    if (shown.length < parts.length) {
      said.push(shown.length + ' of ' + parts.length + ' parts are drawn: those with the most rows.');
    }
    if (ofEach.length < ofParts.length) {
      said.push((named ? 'If a part has more than ' + most + ' setups, ' + most : count(ofEach) + ' of ' + count(ofParts) + ' setups') + ' are drawn: ' + interest + '.');
    }
    if (drawn.length < ofEach.length) {
      said.push(crowd === 'sample'
        ? drawn.length + ' of ' + of + ' ' + (this.id === 'runs' ? 'runs' : 'rows') + ' are drawn: the least and the greatest, those that are not valid, and an evenly spaced sample'
          + ' of the others.'
        : 'The first ' + drawn.length + ' of ' + ofEach.length + ' rows are drawn.');
    }
    return said;
  }

  toggleTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'false';
    this.opener.setAttribute('aria-expanded', String(open));
    this.fillTable();
  }

  /** Fills the table again only if its rows changed, so that the focus stays in it. */
  fillTable() {
    const open = this.opener.getAttribute('aria-expanded') === 'true';
    const of = open ? JSON.stringify(chosen.filters) : '';
    if (this.filled !== of) {
      this.filled = of;
      this.table.replaceChildren(...(open ? [table(this.id, this.data.title, this.columns, this.rows())] : []));
    }
  }
}

/**
 * Adds the ends of an interval's line. Without an interval the line has no length, as Vega needs ends to lay out its
 * axes.
 */
function withEnds(row, value) {
  return {...row, from: row.low ?? row[value], to: row.high ?? row[value]};
}

/** Replaces a title such as "=cost" by that of the column, whose content may vary. */
function titled(spec, columns) {
  const titles = Object.fromEntries(columns.map(({name, title}) => ['=' + name, title]));
  return JSON.parse(JSON.stringify(spec), (key, value) => key === 'title' && titles[value] !== undefined ? titles[value] : value);
}

/** Moves the legend below the chart if there is no room next to it. */
function configured(width) {
  return width < NARROW ? {...CONFIG, legend: {...CONFIG.legend, orient: 'bottom', columns: 1, labelLimit: width - 40}} : CONFIG;
}

/**
 * Gives setups their looks in each channel that a specification leaves to the setup: colours and, if there are too few,
 * shapes or hollow bars.
 *
 * @param setups those that are drawn
 * @param order the order in which looks are assigned
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
      // A mark that is filled only on a condition is a point, which is distinguished by its shape.
      const look = says.condition ? colourAt : LOOKS[channel];
      fielded.scale = {domain: setups, range: setups.map(setup => look(order.indexOf(setup)))};
    }
  }
}

/** Breaks long headers of parts into several lines, at spaces if there are any. */
function inLines(width) {
  const most = Math.floor(width / 6.5);
  const broken = "replace(datum.value, regexp('(.{1," + most + "})(?:\\\\s+|$)|(.{" + most + "})', 'g'), '$1$2\\n')";
  return {labelExpr: "split(replace(" + broken + ", regexp('\\\\n$'), ''), '\\n')", labelLimit: width + 60};
}

/**
 * Fits the chart to the available width: the parts of a facet share it, a single view takes it all. On paper, many
 * parts are in two columns, so that they fit on a page.
 */
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
    // Vega cannot fit both ways if each row has a height of its own. Such a specification states the width of its
    // labels and legend.
    const aside = spec.usermeta?.aside ?? (paper ? 200 : undefined);
    spec.width = aside === undefined ? 'container' : Math.max(200, width - aside);
  }
  return spec;
}
