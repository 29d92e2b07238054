/* Builds the page. */

function start() {
  const page = dataOf('page');
  const data = page.pictures.map(id => dataOf('picture-' + id));
  tellTurning([
    ...data.flatMap(({columns}) => columns.flatMap(({words}) => words ?? [])),
    ...(page.prices ? Object.values(page.prices.about) : []),
  ]);
  readAddress();
  const dots = document.querySelector('.dots');
  // If it is wider than the window, the keyboard can scroll it, too.
  if (dots && dots.scrollWidth > dots.clientWidth) {
    dots.setAttribute('tabindex', '0');
  }
  const setups = valuesOf('setup', data);
  const pictures = data.map(one => new Picture(one, setups));
  document.getElementById('pictures').append(...pictures.map(picture => picture.element));
  const tables = showRest(page);
  showContents(page, pictures);
  const near = watch(pictures);
  const prices = showPrices(page);
  const changed = () => {
    writeAddress();
    tables.forEach(one => one.show());
    near.redraw();
  };
  const filters = showFilters(pictures, changed);
  window.addEventListener('hashchange', () => {
    readAddress();
    filters.forEach(filter => filter.show());
    prices.show();
    // The address may have another order of tables.
    pictures.forEach(picture => { picture.filled = undefined; });
    tables.forEach(one => one.show());
    near.redraw();
  });
  document.querySelector('.skip').addEventListener('click', event => jumpTo(event, document.getElementById('pictures')));
  window.addEventListener('beforeprint', () => {
    onPaper = true;
    document.querySelectorAll('#first details, #more details').forEach(folded => { folded.open = true; });
    pictures.filter(picture => picture.element.open).forEach(picture => picture.draw());
  });
  window.addEventListener('afterprint', () => {
    onPaper = false;
    near.redraw();
  });
  window.spindle = {pictures, prices, chosen, all: () => near.all()};
  performance.mark('ready');
  document.body.dataset.ready = 'true';
}

/** Draws charts that are open when they come near the window, and again when something changes that they show. */
function watch(pictures) {
  const waiting = new Set(pictures);
  const draw = picture => {
    waiting.delete(picture);
    return picture.draw();
  };
  const observer = new IntersectionObserver(entries => entries
    .filter(entry => entry.isIntersecting)
    .map(entry => pictures.find(picture => picture.element === entry.target))
    .filter(picture => picture.element.open && waiting.has(picture))
    .forEach(draw), {rootMargin: '600px'});
  // Makes the observer report again whether the chart is near.
  const look = picture => {
    observer.unobserve(picture.element);
    observer.observe(picture.element);
  };
  pictures.forEach(picture => {
    observer.observe(picture.element);
    picture.element.addEventListener('toggle', () => look(picture));
  });
  return {
    all: () => {
      pictures.forEach(picture => { picture.element.open = true; });
      return Promise.all([...waiting].map(draw));
    },
    redraw: () => {
      // A table changes at once: somebody may read it, or search it, before its chart is near.
      pictures.forEach(picture => picture.fillTable());
      const before = pictures.filter(picture => !waiting.has(picture));
      before.forEach(picture => waiting.add(picture));
      before.forEach(look);
    },
  };
}

start();
