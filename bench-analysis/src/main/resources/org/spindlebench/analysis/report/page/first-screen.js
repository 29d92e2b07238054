/* The first screen: the verdict, its chart, the costs, and how far to believe them. Details follow it. */

const MARKS = {green: '\u25CF', amber: '\u25B2', red: '\u25A0'};
const SENTENCES_AT_ONCE = 8;
/** The number of sentences on cost that are seen at once. */
const COSTS_AT_ONCE = 1;

function showHead(page) {
  document.title = page.title;
  document.getElementById('head').append(
    list('facts', page.facts),
    lights('notices', page.notices, light => MARKS[light.colour] + ' ' + sentenceCase(light.about) + ':'),
    element('h1', {}, isolated(page.verdict)));
}

function showFirst(page) {
  const first = document.getElementById('first');
  if (page.dots) {
    const plot = dotPlot(page.dots);
    first.append(plot);
    // If it is wider than the window, the keyboard can scroll it, too.
    if (plot.scrollWidth > plot.clientWidth) {
      plot.setAttribute('tabindex', '0');
    }
  }
  if (page.cost.length > 0) {
    first.append(page.decision ? element('p', {class: 'decision'}, isolated(page.decision)) : '', element('div', {class: 'costs'}, ...costLists(page.cost)));
  }
  if (page.trust.length > 0) {
    first.append(element('details', {class: 'believed'},
      element('summary', {}, element('strong', {}, 'How far to trust it: '), ...trustLine(page.trust)),
      lights('trust', page.trust, light => MARKS[light.colour] + ' ' + light.about + ': ' + light.colour)));
  }
  first.hidden = first.childElementCount === 0;
  const more = document.getElementById('more');
  if (page.answers.length === 0) {
    more.hidden = true;
  }
  const folded = page.answers.filter(answer => answer.folded);
  page.answers.filter(answer => !answer.folded).forEach(answer => more.append(element('h2', {}, isolated(answer.heading)), sentences(answer.sentences)));
  if (folded.length > 0) {
    more.append(element('details', {}, element('summary', {}, 'Each ' + (page.dots?.of === 'speed-ups' ? 'comparison' : 'duration') + ' in a sentence'),
      ...folded.flatMap(answer => [answer.heading === '' ? null : element('h3', {}, isolated(answer.heading)), sentences(answer.sentences)])
        .filter(part => part !== null)));
  }
}

/** Returns the lists of sentences on cost, all but the first ones folded. */
function costLists(all) {
  const rest = all.slice(COSTS_AT_ONCE);
  return [list('cost', all.slice(0, COSTS_AT_ONCE)),
    rest.length === 0 ? null : element('details', {class: 'more-cost'}, element('summary', {}, 'More on cost'), list('cost', rest))].filter(one => one !== null);
}

/** Returns the subjects of all lights by colour, in a line. */
function trustLine(trust) {
  return ['red', 'amber', 'green'].flatMap(colour => {
    const about = trust.filter(light => light.colour === colour).map(light => light.about);
    return about.length === 0 ? [] : [element('span', {class: 'light ' + colour}, MARKS[colour] + ' ' + about.join(', '))];
  });
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
