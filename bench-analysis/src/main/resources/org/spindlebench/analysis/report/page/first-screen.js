/* The first screen: the question, the answer, the costs, and how far to believe them. */

const MARKS = {green: '\u25CF', amber: '\u25B2', red: '\u25A0'};
const SENTENCES_AT_ONCE = 8;

function showHead(page) {
  document.title = page.title;
  document.getElementById('head').append(
    element('h1', {}, isolated(page.question)),
    list('facts', page.facts),
    lights('notices', page.notices, light => MARKS[light.colour] + ' ' + sentenceCase(light.about) + ':'));
}

function showFirst(page) {
  const first = document.getElementById('first');
  if (page.answers.length === 0) {
    first.hidden = true;
    return;
  }
  first.append(element('h2', {}, 'The answer'));
  page.answers.forEach((answer, at) => {
    const heading = answer.heading === '' ? null : element('h3', {}, isolated(answer.heading));
    first.append(at === 0 ? element('div', {}, heading, sentences(answer.sentences)) : element('details', {open: at < 3 || at === page.answers.length - 1},
      element('summary', {}, isolated(answer.heading)), sentences(answer.sentences)));
  });
  if (page.cost.length > 0) {
    first.append(element('h2', {}, 'What it costs'), list('cost', page.cost));
  }
  first.append(element('h2', {}, 'How far to trust it'),
    lights('trust', page.trust, light => MARKS[light.colour] + ' ' + light.about + ': ' + light.colour));
}

/** Returns lights, or notices with details; empty if there are none. */
function lights(className, all, word) {
  return all.length === 0 ? '' : element('ul', {class: 'lights ' + className}, ...all.map(light =>
    element('li', {class: light.colour}, element('span', {class: 'word'}, word(light)), ' ', isolated(light.says),
      light.details?.length > 0 ? list('details', light.details) : null)));
}

function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentences(all) {
  const shown = list('answer', all.slice(0, SENTENCES_AT_ONCE));
  if (all.length <= SENTENCES_AT_ONCE) {
    return shown;
  }
  return element('div', {}, shown, element('details', {},
    element('summary', {}, (all.length - SENTENCES_AT_ONCE) + ' more'),
    list('answer', all.slice(SENTENCES_AT_ONCE))));
}

/** Shows the parts after the charts, and returns their tables. */
function showRest(page) {
  const tables = page.tables.map(given => new StringTable(given));
  document.getElementById('tables').append(...tables.map(({given, element: shown}) => element('div', {class: 'block', id: 'show-table-' + given.id},
    element('h2', {}, isolated(given.heading)),
    shown,
    given.all > given.rows.length
      ? element('p', {class: 'sampled'}, 'The first ' + given.rows.length + ' of ' + given.all + ' rows; ' + given.file + ' has all.')
      : null)));
  if (page.warnings.length > 0) {
    document.getElementById('warnings').append(element('div', {class: 'block', id: 'show-warnings'},
      element('h2', {}, 'Warnings'), list('notes', page.warnings)));
  }
  if (page.glossary.length > 0) {
    document.getElementById('glossary').append(element('div', {class: 'block', id: 'show-glossary'},
      element('h2', {}, 'What the words mean'),
      element('dl', {}, ...page.glossary.flatMap(({term, meaning}) => [element('dt', {}, term), element('dd', {}, meaning)]))));
  }
  return tables;
}

function showContents(page, pictures) {
  const links = [
    ...pictures.map(picture => [picture.id, picture.data.title]),
    ...(page.prices ? [['prices', 'Prices']] : []),
    ...page.tables.map(given => ['table-' + given.id, given.heading]),
    ...(page.warnings.length > 0 ? [['warnings', 'Warnings']] : []),
    ...(page.glossary.length > 0 ? [['glossary', 'What the words mean']] : []),
  ];
  // Folded, so that the answer is seen first.
  document.getElementById('contents').append(element('details', {}, element('summary', {}, 'On this page'), element('ul', {}, ...links.map(([id, text]) =>
    element('li', {}, element('a', {href: '#show-' + id, onclick: event => jump(event, id)}, isolated(text)))))));
}

function jump(event, id) {
  jumpTo(event, document.getElementById('show-' + id));
}

// Scrolls by script: the address keeps filters, and a link would overwrite them.
function jumpTo(event, target) {
  event.preventDefault();
  target.setAttribute('tabindex', '-1');
  target.scrollIntoView();
  target.focus({preventScroll: true});
}
