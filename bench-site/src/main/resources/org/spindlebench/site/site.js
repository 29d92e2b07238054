/* The frame of the site: which page the address asks for, and the data that it needs. Verdicts are made before, by Spindle. */

const site = (() => {
  const waiting = {};
  const loaded = {};
  let about = null;

  /** Loads a script of data once. Browsers read no other file of a folder without a server. */
  function load(path) {
    if (loaded[path] === undefined) {
      loaded[path] = new Promise((resolve, reject) => {
        waiting[path] = resolve;
        const script = element('script', {src: path});
        script.onload = () => script.remove();
        script.onerror = () => reject(new Error(path + ' cannot be read. The site may have been written anew: load this page again.'));
        document.head.append(script);
      });
    }
    return loaded[path];
  }

  const data = {
    runs: () => load('pages/' + about.generation + '/runs.js').then(given => columns(given)),
    settings: path => load(path),
    timeline: () => load('pages/' + about.generation + '/timeline.js'),
    records: folder => load('campaigns/' + folder + '/records.js'),
  };

  function say(view, heading, ...children) {
    view.replaceChildren(element('h1', {}, isolated(heading)), ...children.filter(child => child !== null));
    document.title = 'Spindle: ' + heading;
  }

  /** Shows the page that the address names: #home, #runs?..., #run/CAMPAIGN/RUN, #settings/CLUSTER?..., #timeline/CLUSTER/SETUP. */
  async function show() {
    document.body.dataset.ready = 'false';
    await draw();
    document.body.dataset.ready = 'true';
  }

  async function draw() {
    const [path, query] = location.hash.slice(1).split('?');
    const parts = path.split('/').map(decodeURIComponent);
    const view = document.getElementById('view');
    const isHome = parts[0] === '' || parts[0] === 'home' || parts[0] === 'main';
    document.getElementById('home').hidden = !isHome;
    view.hidden = isHome;
    if (isHome) {
      document.title = 'Spindle: campaigns';
      return;
    }
    try {
      if (parts[0] === 'runs') {
        explore(view, say, await data.runs(), new URLSearchParams(query ?? ''), about);
      } else if (parts[0] === 'run') {
        await showRun(view, parts[1], parts[2]);
      } else if (parts[0] === 'settings') {
        await showSettings(view, say, about.clusters, data.settings, parts[1], new URLSearchParams(query ?? ''));
      } else if (parts[0] === 'timeline') {
        showTimelines(view, say, await data.timeline(), about, parts.slice(1));
      } else {
        say(view, 'There is no such page');
      }
    } catch (failure) {
      say(view, 'This page cannot be shown', element('p', {}, failure.message));
    }
  }

  /** An address holds a campaign's name, since the name of its folder changes when it gets new runs. */
  function folderOf(campaign) {
    return Object.keys(about.campaigns).find(folder => about.campaigns[folder].campaign === campaign);
  }

  async function showRun(view, campaign, run) {
    const folder = folderOf(campaign);
    const records = folder === undefined ? [] : await data.records(folder);
    const record = records.find(one => one.identity.run === run);
    if (record === undefined) {
      say(view, 'There is no such run', element('p', {}, 'The campaign or its run is no longer part of this site.'));
      return;
    }
    say(view, run,
      element('p', {}, 'A run of ', element('a', {href: 'campaigns/' + folder + '/report.html'}, isolated(campaign)), ', as its record says.'),
      ...Object.entries(record).filter(([key]) => key !== 'schema').map(([key, value]) => part(key, value)));
  }

  /** Shows a part of a record: objects as tables of names and values, lists of objects as tables. */
  function part(key, value) {
    const isLong = typeof value === 'object' && value !== null;
    const body = isLong ? nested(value) : element('p', {}, isolated(String(value)));
    return element('details', {open: ['identity', 'subject', 'status', 'reasons', 'warnings', 'times'].includes(key)},
      element('summary', {}, key), body);
  }

  function nested(value) {
    if (typeof value !== 'object' || value === null) {
      return isolated(typeof value === 'number' ? digits(value) : String(value));
    }
    const rows = Array.isArray(value) ? value.map((one, at) => [at + 1, one]) : Object.entries(value);
    return element('table', {}, element('tbody', {}, ...rows.map(([name, inner]) =>
      element('tr', {}, element('th', {scope: 'row'}, isolated(String(name))), element('td', {}, nested(inner))))));
  }

  /** Shows the rows of the tables of the first page that have all the words. */
  function search(form) {
    const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(word => word !== '');
    let shown = 0;
    document.querySelectorAll('#home tbody tr').forEach(row => {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      shown += row.hidden ? 0 : 1;
    });
    form.querySelector('output').textContent = words.length === 0 ? '' : shown + ' found';
  }

  function begin(given) {
    about = given;
    const form = document.getElementById('search');
    form.hidden = false;
    form.addEventListener('input', () => search(form));
    form.addEventListener('submit', event => event.preventDefault());
    window.addEventListener('hashchange', () => show().then(() => {
      if (document.activeElement === document.body || !document.getElementById('main').contains(document.activeElement)) {
        toContent();
        scrollTo(0, 0);
      }
    }));
    // By script, since the address is that of the page that is shown.
    document.querySelector('.skip').addEventListener('click', event => {
      event.preventDefault();
      toContent();
    });
    show();
  }

  function toContent() {
    document.getElementById('main').focus({preventScroll: true});
  }

  /** Receives what a loaded script hands over. */
  function arrive(given) {
    waiting[document.currentScript.getAttribute('src')](given);
  }

  return {home: begin, runs: arrive, settings: arrive, timeline: arrive, records: arrive};
})();
