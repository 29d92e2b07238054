/* Prices that a reader can change. Java wrote each price of a setup as a sum; this script multiplies and adds. */
function showPrices({prices: model}) {
  if (!model) {
    return {show() {}};
  }
  const {about: {name, date, currency, source}, inputs, parts, setups, jobs, baseline} = model;
  const status = element('p', {class: 'changed', role: 'status'});
  const results = element('div');
  const told = element('p', {class: 'changed', hidden: true}, 'With the list\'s prices, not with the changed ones:');
  const boxes = inputs.map((input, at) => element('input', {id: 'price-' + at, type: 'text', inputmode: 'decimal', autocomplete: 'off',
    'data-price': input.name, 'aria-describedby': 'price-' + at + '-wrong', oninput: take}));
  const wrong = boxes.map(({id}) => element('span', {id: id + '-wrong', class: 'wrong', role: 'alert'}));
  const column = (key, title, kind) => ({name: key, title, kind});
  const finite = value => Number.isFinite(value) ? value : null;
  const total = ([rest, ...times], prices) => times.reduce((sum, each, at) => sum + each * prices[at], rest);
  const priced = prices => Object.fromEntries(Object.entries(setups).map(([setup, sums]) =>
    [setup, Object.fromEntries(parts.map(([part]) => [part, sums[part] ? total(sums[part], prices) : null]))]));
  const cost = ({setup, times}, at) => finite(times * at[setup][model.of] / (baseline ? at[baseline][model.of] : 1));
  function take() {
    chosen.prices = Object.fromEntries(inputs.map((input, at) => [input.name, boxes[at].value.trim(), String(input.value)]).filter(([, text, listed]) => text !== listed));
    writeAddress();
    compute();
  }
  function show() {
    inputs.forEach((input, at) => { boxes[at].value = chosen.prices[input.name] ?? String(input.value); });
    compute();
  }
  /** Computes the tables, or nothing if a field is invalid. */
  function compute() {
    const prices = boxes.map(({value}) => /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim()) ? finite(Number(value)) : null);
    prices.forEach((price, at) => {
      wrong[at].textContent = price === null ? 'A price must be a number of 0 or more, such as 0.5.' : '';
      boxes[at].setAttribute('aria-invalid', String(price === null));
      boxes[at].parentElement.classList.toggle('changed', price !== null && price !== inputs[at].value);
    });
    told.hidden = prices.every((price, at) => price === inputs[at].value);
    status.textContent = prices.includes(null) ? 'Nothing was computed: correct the fields that are marked above.'
      : told.hidden ? '' : 'The tables below have the changed prices. Sentences, charts and other tables keep the list\'s prices.';
    if (!prices.includes(null)) {
      const [before, now] = [priced(inputs.map(({value}) => value)), priced(prices)];
      const unit = ' [' + (baseline ? baseline + ' = 1' : currency) + ']';
      results.replaceChildren(table('setup-prices', 'Prices of setups', [column('setup', 'setup', 'text'), ...parts.map(([part, title]) => column(part, title + ' [' + currency + ']', 'money'))],
        Object.entries(now).map(([setup, sums]) => ({...sums, setup}))),
      table('job-prices', 'Costs of jobs', [column('job', 'job', 'text'), column('settings', 'settings', 'text'), column('setup', 'setup', 'text'),
        column('list', model.measure + ' by the list' + unit, 'money'), column('now', 'with these prices' + unit, 'money')],
      jobs.map(one => ({...one, list: cost(one, before), now: cost(one, now)}))),
      element('p', {class: 'sampled'}, model.all_jobs > jobs.length ? jobs.length + ' of ' + model.all_jobs + ' costs, those of jobs with the most setups.' : ''));
    }
  }
  const fields = inputs.map((input, at) => element('div', {class: 'price'}, element('label', {for: boxes[at].id}, isolated(input.title)), boxes[at], ' ' + input.unit, wrong[at]));
  document.getElementById('prices').append(element('div', {class: 'block', id: 'show-prices'}, element('h2', {}, 'Prices'),
    element('p', {class: 'says'}, 'The list ', isolated(name), ' of ' + date + ', in ' + currency + ': ', isolated(source), '. Enter your own prices. The tables below follow at once, and the address of this page keeps your prices.'),
    element('form', {'aria-label': 'Prices', onsubmit: event => event.preventDefault()}, element('fieldset', {}, element('legend', {}, 'Prices'), ...fields),
      element('div', {class: 'actions'}, element('button', {type: 'button', id: 'list-prices', onclick: () => { chosen.prices = {}; writeAddress(); show(); }}, 'Back to the list\'s prices'))), status, results));
  document.getElementById('prices').hidden = false;
  document.querySelector('#first .costs')?.before(told);
  document.querySelector('#first .costs')?.append(element('a', {href: '#show-prices', onclick: event => jump(event, 'prices')}, 'Change prices'));
  show();
  return {show};
}
