/* Timelines: the level of each job, campaign after campaign, with the changes that Spindle marked. */

function svg(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

/** Draws values, which are ratios to the mean of their series, over the campaigns. */
function levels(series, points) {
  const width = 720;
  const height = 120;
  const present = series.values.filter(value => value !== null);
  const low = Math.min(.95, ...present);
  const high = Math.max(1.05, ...present);
  const x = at => 60 + (width - 80) * (points.length === 1 ? .5 : at / (points.length - 1));
  const y = value => 10 + (height - 30) * (1 - (value - low) / (high - low));
  const drawing = svg('svg', {viewBox: '0 0 ' + width + ' ' + height, width, height, role: 'img', 'aria-label': (series.name || 'all jobs') + ': ' + points.length + ' campaigns'});
  for (const value of [low, 1, high]) {
    drawing.append(svg('line', {class: 'axis', x1: 60, x2: width - 20, y1: y(value), y2: y(value)}),
      svg('text', {x: 4, y: y(value) + 4}, (100 * (value - 1)).toFixed(1) + ' %'));
  }
  points.forEach((point, at) => {
    if (point.changed) {
      drawing.append(svg('line', {class: 'changed', x1: x(at), x2: x(at), y1: 8, y2: height - 18},
        svg('title', {}, 'changed: ' + Object.entries(point.changed).map(([name, version]) => name + ' ' + version).join('; '))));
    }
  });
  const place = series.values.map((value, at) => value === null ? null : x(at) + ',' + y(value)).filter(one => one !== null);
  drawing.append(svg('polyline', {class: 'path', points: place.join(' ')}));
  series.values.forEach((value, at) => {
    if (value !== null) {
      drawing.append(svg('circle', {class: 'dot', cx: x(at), cy: y(value), r: 3.5}, svg('title', {}, points[at].campaign + ': ' + (100 * (value - 1)).toFixed(1) + ' %')));
    }
  });
  series.marks.forEach(mark => drawing.append(svg('line', {class: 'level', x1: x(mark.first - .5), x2: x(mark.first - .5), y1: 6, y2: height - 18}, svg('title', {}, mark.says))));
  drawing.append(svg('text', {x: 60, y: height - 4}, day(points[0])), svg('text', {x: width - 90, y: height - 4}, day(points[points.length - 1])));
  return drawing;
}

function day(point) {
  return new Date(point.started).toISOString().slice(0, 10);
}

function marks(series, points) {
  return series.marks.length === 0 ? null : element('ul', {}, ...series.marks.map(mark =>
    element('li', {}, isolated(mark.says), ' (found on ' + day(points[mark.look]) + ')')));
}

function showTimelines(view, say, timelines, about, parts) {
  const chosen = timelines.find(one => one.cluster === parts[0] && one.setup === parts[1]);
  if (chosen === undefined) {
    say(view, 'Timelines', timelines.length === 0
      ? element('p', {}, 'A timeline needs at least two campaigns of one cluster on one setup, whose runs have times.')
      : element('ul', {}, ...timelines.map(one => element('li', {},
        element('a', {href: '#timeline/' + encodeURIComponent(one.cluster) + '/' + encodeURIComponent(one.setup)}, isolated(one.cluster + ', ' + one.setup)),
        ' ' + one.points.length + ' campaigns, ' + one.common.marks.length + ' changes of level'))));
    return;
  }
  const points = chosen.points;
  say(view, chosen.cluster + ', ' + chosen.setup,
    element('p', {class: 'quiet'}, chosen.finds === undefined || chosen.finds === null
      ? 'Fewer than 6 campaigns: too few to test for a change of level.'
      : 'A change of 5 % between ' + points.length + ' campaigns is found in ' + Math.round(100 * chosen.finds) + ' % of cases, if campaigns differ by 2 %. Durations are shown over the mean of each job; higher is slower.'),
    element('h2', {}, 'All jobs'), levels(chosen.common, points), marks(chosen.common, points),
    element('p', {}, 'A dashed line is a campaign with another version of Hadoop, Java, the kernel or the firmware of disks. ',
      element('a', {href: 'pages/' + about.generation + '/' + chosen.file}, 'timeline.csv'), ' has the means, for programs such as Apache Otava.'),
    ...chosen.jobs.flatMap(job => [
      element('h2', {}, isolated(job.name)), levels(job, points), marks(job, points),
      job.marks.length === 0 ? null : element('p', {class: 'quiet'}, 'This job alone: chance marks 5 % of unchanged jobs.')].filter(one => one !== null)));
}
