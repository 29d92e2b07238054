/* The parts of the page after the charts, and its contents. */

/** Shows the parts after the charts, and returns their tables. */
function showRest(page) {
  const tables = page.tables.map(given => new StringTable(given));
  document.getElementById('tables').append(...tables.map(({given, element: shown}) => element('details', {class: 'block', id: 'show-table-' + given.id},
    element('summary', {}, element('h2', {}, isolated(given.heading))),
    shown,
    given.all > given.rows.length
      ? element('p', {class: 'sampled'}, 'The first ' + given.rows.length + ' of ' + given.all + ' rows; ' + given.file + ' has all.')
      : null)));
  if (page.warnings.length > 0) {
    document.getElementById('warnings').append(element('details', {class: 'block', id: 'show-warnings'},
      element('summary', {}, element('h2', {}, 'Warnings')), list('notes', page.warnings)));
  }
  if (page.glossary.length > 0) {
    document.getElementById('glossary').append(element('details', {class: 'block', id: 'show-glossary'},
      element('summary', {}, element('h2', {}, 'What the words mean')),
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
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
  }
  target.setAttribute('tabindex', '-1');
  target.scrollIntoView();
  target.focus({preventScroll: true});
}
