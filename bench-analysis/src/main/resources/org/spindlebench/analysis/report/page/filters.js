/* Filters for job, setup, compression and status. They apply to everything that is drawn or listed from rows. */

const TITLES = {job: 'Jobs', setup: 'Setups', compression: 'Compression', status: 'Status'};
const WITH_SEARCH = 12;

/** Returns every value of the columns with that name, in the data of all charts. */
function valuesOf(name, data) {
  const values = new Set();
  data.forEach(picture => {
    const column = picture.columns.find(candidate => candidate.name === name);
    column?.words?.forEach(word => values.add(word));
  });
  return [...values].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
}

function showFilters(pictures, changed) {
  const form = document.getElementById('filters');
  form.addEventListener('submit', event => event.preventDefault());
  const menus = FILTERED.map(name => ({name, values: valuesOf(name, pictures.map(({data}) => data))}))
    .filter(({values}) => values.length > 1)
    .map(({name, values}) => new Filter(name, values, changed));
  form.hidden = menus.length === 0;
  form.append(...menus.map(menu => menu.element), element('button', {type: 'button', onclick: () => {
    chosen.filters = {};
    menus.forEach(menu => menu.show());
    changed();
  }}, 'Show all'));
  document.addEventListener('click', event => menus.forEach(menu => menu.closeUnless(event.target)));
  // A menu covers part of the page, so it must close when the keyboard focus moves on.
  form.addEventListener('focusout', event => event.relatedTarget && menus.forEach(menu => menu.closeUnless(event.relatedTarget)));
  document.addEventListener('keydown', event => event.key === 'Escape' && menus.forEach(menu => menu.leave()));
  return menus;
}

class Filter {
  constructor(name, values, changed) {
    this.name = name;
    this.boxes = values.map(value => {
      const box = element('input', {type: 'checkbox', value, onchange: () => this.take(changed)});
      return {value, box, label: element('label', {}, box, ' ', isolated(value))};
    });
    this.summary = element('summary');
    this.element = element('details', {'data-filter': name}, this.summary, element('div', {class: 'choices'},
      values.length > WITH_SEARCH ? this.search() : null, ...this.boxes.map(({label}) => label)));
    this.show();
  }

  search() {
    return element('input', {type: 'search', placeholder: 'Search', 'aria-label': 'Search ' + TITLES[this.name], oninput: event => {
      const text = event.target.value.toLowerCase();
      this.boxes.forEach(({value, label}) => { label.hidden = !value.toLowerCase().includes(text); });
    }});
  }

  take(changed) {
    const values = this.boxes.filter(({box}) => box.checked).map(({value}) => value);
    if (values.length === 0) {
      delete chosen.filters[this.name];
    } else {
      chosen.filters[this.name] = values;
    }
    this.show();
    changed();
  }

  /** Shows the choices in the address. */
  show() {
    const values = chosen.filters[this.name] ?? [];
    this.boxes.forEach(({value, box}) => { box.checked = values.includes(value); });
    this.summary.textContent = TITLES[this.name] + (values.length === 0 ? ': all' : ': ' + values.length + ' of ' + this.boxes.length);
    this.summary.classList.toggle('used', values.length > 0);
  }

  /** Closes the menu and moves the focus from within it to its button. */
  leave() {
    if (this.element.open && this.element.contains(document.activeElement)) {
      this.summary.focus();
    }
    this.element.open = false;
  }

  closeUnless(target) {
    if (!this.element.contains(target)) {
      this.element.open = false;
    }
  }
}
