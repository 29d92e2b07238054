/* Elements of the page. Texts become text nodes: nothing from outside is ever read as HTML. */

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), value);
    } else if (value === true) {
      made.setAttribute(key, '');
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** Text of names from outside: isolated, so that one that is written from right to left does not turn what stands around it. */
function isolated(text) {
  return element('bdi', {}, text);
}

function list(className, items) {
  return element('ul', {class: className}, ...items.map(item => element('li', {}, isolated(item))));
}

/** Offers a file of this page to be saved. */
function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], {type}));
  const link = element('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
