/* Elements of the page. Texts become text nodes, so that no text from outside is ever read as HTML. */

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

/**
 * Names on the page that are written from right to left, or contain marks that change the direction of later text;
 * longest first.
 */
const turning = [];

function tellTurning(names) {
  const turns = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  turning.push(...new Set(names.filter(name => turns.test(name))));
  turning.sort((a, b) => b.length - a.length);
}

/**
 * Isolates text from outside, and again each of those names in it, so that they do not change the direction of the text
 * around them.
 */
function isolated(text) {
  const name = turning.find(one => one !== text && text.includes(one));
  return name === undefined
    ? element('bdi', {}, text)
    : element('bdi', {}, ...text.split(name).flatMap((part, at) => [at === 0 ? null : element('bdi', {}, name), part === '' ? null : isolated(part)]));
}

function list(className, items) {
  return element('ul', {class: className}, ...items.map(item => element('li', {}, isolated(item))));
}

/** Offers a file from this page for saving. */
function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], {type}));
  const link = element('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
