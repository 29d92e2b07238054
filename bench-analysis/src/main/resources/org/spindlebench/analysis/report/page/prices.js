/* Prices and terms that a reader can change: the form, and its effects. */

const REDRAW_AFTER = 250;

function showPrices(page, pictures, redraw) {
  return page.prices ? new Prices(page, pictures, redraw) : {show() {}};
}

/** One number: its field, and what is wrong with its content. */
class PriceField {
  constructor(input, at, changed) {
    this.input = input;
    const id = 'price-' + at;
    this.box = element('input', {id, type: 'text', inputmode: 'decimal', autocomplete: 'off', 'data-price': input.name,
      'aria-describedby': id + '-wrong', oninput: changed});
    this.wrong = element('span', {id: id + '-wrong', class: 'wrong', role: 'alert'});
    this.element = element('div', {class: 'price'}, element('label', {for: id}, isolated(input.title)),
      element('span', {}, this.box, input.unit === '' ? null : ' ' + input.unit), this.wrong);
  }

  /** Returns the number in the field; if it is invalid, shows a message and returns null. */
  value() {
    const {value: listed, range: {least, most, says}} = this.input;
    const text = this.box.value.trim();
    const value = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    const problem = !Number.isFinite(value) ? 'is not a number such as 0.5' : value >= least && value <= most ? '' : says;
    this.wrong.textContent = problem === '' ? '' : (text === '' ? 'An empty field' : '\u2068' + text + '\u2069') + ' ' + problem + '.';
    this.box.setAttribute('aria-invalid', String(problem !== ''));
    this.element.classList.toggle('changed', problem === '' && value !== listed);
    return problem === '' ? value : null;
  }
}

class Prices {
  constructor(page, pictures, redraw) {
    // The file has each text only once, as there may be thousands of settings.
    this.model = {...page.prices, contests: page.prices.contests.map(one => ({...one, settings: page.prices.settings[one.settings]}))};
    Object.assign(this, {cost: page.cost, redraw, changed: false, pictures: pictures.filter(({id}) => id in ROWS)});
    this.pictures.forEach(picture => {
      picture.listed = picture.all;
      picture.mark = element('p', {class: 'changed', hidden: true}, 'With the changed prices under "Prices".');
      picture.element.querySelector('h2').after(picture.mark);
    });
    this.fields = this.model.inputs.map((input, at) => new PriceField(input, at, () => this.take()));
    this.status = element('p', {class: 'changed', role: 'status'});
    this.setups = element('div');
    this.build(this.model.about);
    this.show();
  }

  build({name, date, currency, source}) {
    const group = (title, fields) => fields.length === 0 ? null : element('fieldset', {}, element('legend', {}, title), ...fields.map(field => field.element));
    const section = document.getElementById('prices');
    section.hidden = false;
    section.append(element('div', {class: 'block', id: 'show-prices'},
      element('h2', {}, 'Prices'),
      element('p', {class: 'says'}, 'The list ', isolated(name), ' of ' + date + ', in ' + currency + ': ', isolated(source), '. '
        + 'Enter your own prices. The sentences and charts on cost follow at once, and the address of this page keeps your prices.'),
      element('form', {'aria-label': 'Prices and terms', onsubmit: event => event.preventDefault()},
        group('Prices', this.fields.filter(({input}) => !input.term)),
        group('Terms', this.fields.filter(({input}) => input.term)),
        element('div', {class: 'actions'}, element('button', {type: 'button', id: 'list-prices', onclick: () => this.restore()}, 'Back to the list\'s prices'))),
      this.status, this.setups));
    const told = document.querySelector('#first .costs');
    this.told = element('p', {class: 'changed', hidden: true}, 'With changed prices:');
    told?.before(this.told);
    this.changer = element('a', {href: '#show-prices', onclick: event => jump(event, 'prices')}, 'Change prices');
    told?.append(this.changer);
  }

  /** Shows the prices in the address. */
  show() {
    this.fields.forEach(({box, input}) => { box.value = chosen.prices[input.name] ?? String(input.value); });
    this.apply();
  }

  restore() {
    chosen.prices = {};
    writeAddress();
    this.show();
  }

  take() {
    chosen.prices = Object.fromEntries(this.fields.map(({box, input}) => [input.name, box.value.trim(), String(input.value)])
      .filter(([, text, listed]) => text !== listed));
    writeAddress();
    this.apply();
  }

  /** Recomputes everything, or nothing if a field is invalid. */
  apply() {
    const numbers = this.fields.map(field => [field.input.name, field.value()]);
    if (numbers.some(([, value]) => value === null)) {
      this.status.textContent = 'Nothing was recomputed: correct the fields that are marked above.';
      return;
    }
    this.values = Object.fromEntries(numbers);
    const {model, values} = this;
    const changed = model.inputs.some(input => values[input.name] !== input.value);
    this.status.textContent = changed
      ? 'Prices are changed. The sentences and charts on cost follow them. The tables further down, and the files next to this page, keep the list\'s prices.' + this.part()
      : '';
    const {setups} = new Costs(model, values);
    const columns = model.parts.map(([name, title]) => ({name, title: title + ' [' + model.about.currency + ']', kind: 'money'}));
    this.setups.replaceChildren(table('setup-prices', 'Prices of setups', [{name: 'setup', title: 'setup', kind: 'text'}, ...columns],
      Object.entries(setups).map(([setup, parts]) => ({...parts, setup}))));
    this.tell(changed ? costSentences(model, values) : this.cost);
    // The chart keeps the list's prices.
    document.getElementById('first').classList.toggle('repriced', changed);
    this.told.hidden = !changed;
    this.pictures.forEach(picture => {
      picture.all = changed ? ROWS[picture.id](model, values) : picture.listed;
      picture.mark.hidden = !changed;
      picture.none = this.whyNone(setups[model.baseline], model.measures[model.ranked]);
    });
    if (changed || this.changed) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.redraw(this.pictures), REDRAW_AFTER);
    }
    this.changed = changed;
  }

  /** Shows the sentences on cost, and keeps the rest of them open or folded. */
  tell(sentences) {
    const told = document.querySelector('#first .costs');
    if (told) {
      const open = told.querySelector('details')?.open ?? false;
      told.replaceChildren(...costLists(sentences), this.changer);
      told.querySelector('details')?.toggleAttribute('open', open);
    }
  }

  /** Describes which part of the durations the page has room for; empty if it holds all. */
  part() {
    const {contests, all_contests: all} = this.model;
    return contests.length === all ? '' : ' They cover ' + contests.length + ' of ' + all + ' jobs and settings, those with the most setups, because the page has no room for more.'
      + ' To cover all, change the price list and write the report again.';
  }

  /** Explains why a cost chart has no rows with these prices. */
  whyNone(baseline, ranked) {
    return ranked?.power < 0 && evaluate(ranked.factor[2], baseline) === 0
      ? 'With these prices ' + this.model.baseline + ' costs nothing, so no price can be compared with it: there is no ' + ranked.title + '.'
      : 'With these prices no job has such a cost.';
  }
}
