// Shows the facts: tables that sort, charts beside them, and what the visitor picks.
(() => {
  const facts = window.FACTS;
  const $ = (id) => document.getElementById(id);
  const percent = (x) => (x == null ? '–' : `${(100 * x).toFixed(1)} %`);
  const span = (low, high) => (low == null ? '–' : `${percent(low)} to ${percent(high)}`);
  const count = (n) => (n == null ? '–' : n.toLocaleString('en'));
  let strength = mostPlayed();

  /** The strength that is known best, of those that think if they have played at least a game for
   *  each pair; none without games of two. */
  function mostPlayed() {
    const thinking = facts.strengths.filter(({ players, games, pairs }) => players !== 'random' && games >= pairs.length);
    return (thinking.length ? thinking : facts.strengths).reduce((a, b) => (a && a.games >= b.games ? a : b), undefined);
  }

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** A table whose columns are [title, key to sort by, text, is it words?]; sorts by a click. */
  function table(place, caption, columns, rows, first = 1, down = true) {
    const body = element('tbody');
    const heads = columns.map(([title, , , words], number) => {
      const button = element('button', { type: 'button' }, title);
      const head = element('th', { scope: 'col', ...(words ? { class: 'text' } : {}) }, button);
      button.onclick = () => sort(number, head.getAttribute('aria-sort') !== 'descending');
      return head;
    });
    const whole = element('table', {}, element('caption', {}, caption));
    whole.append(element('thead', {}, element('tr', {}, ...heads)), body);
    function sort(number, descending) {
      const [, key] = columns[number];
      const value = typeof key === 'function' ? key : (row) => row[key];
      const sorted = [...rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x == null || y == null) return (x == null) - (y == null);
        const order = typeof x === 'string' ? x.localeCompare(y) : x - y;
        return descending ? -order : order;
      });
      heads.forEach((head, at) => head.setAttribute('aria-sort', at !== number ? 'none' : descending ? 'descending' : 'ascending'));
      body.replaceChildren(...sorted.map((row) => element('tr', {}, ...columns.map(([, , text, words], at) => {
        const cell = at === 0 ? element('th', { scope: 'row' }) : element('td');
        if (words) cell.className = 'text';
        cell.textContent = text(row);
        return cell;
      }))));
    }
    sort(first, down);
    $(place).tabIndex = 0;
    $(place).setAttribute('role', 'region');
    $(place).setAttribute('aria-label', caption);
    $(place).replaceChildren(whole);
  }

  const ink = () => getComputedStyle(document.body).color;
  function chart(place, label, spec) {
    if (!window.vegaEmbed) return;
    const color = ink();
    const config = {
      background: 'transparent', font: 'system-ui, sans-serif', view: { stroke: null },
      axis: { labelColor: color, titleColor: color, domainColor: color, tickColor: color, gridOpacity: 0.25 },
      legend: { labelColor: color, titleColor: color }, title: { color }, header: { labelColor: color, titleColor: color },
      text: { color }, rule: { color },
    };
    const inside = element('div'); // it takes another shape than a box that scrolls
    $(place).replaceChildren(inside);
    $(place).tabIndex = 0; // it can be scrolled by keys
    $(place).setAttribute('role', 'region');
    $(place).setAttribute('aria-label', label);
    window.vegaEmbed(inside, { $schema: 'https://vega.github.io/schema/vega-lite/v6.json', description: label, ...spec }, { actions: false, renderer: 'svg', config });
  }
  const tip = (words, rates) => [
    ...words.map((field) => ({ field, type: 'nominal' })),
    ...rates.map((field) => ({ field, type: 'quantitative', format: '.1%', title: field.replace('_', ' ') })),
  ];
  const width = (least = 260) => Math.max(least, Math.min(640, document.body.clientWidth - 190));

  /** Dots with intervals, one row for each value of `name`. */
  function intervals(place, label, rows, name, value, fair) {
    const tooltip = tip([name], [value, 'low', 'high']);
    const y = { field: name, type: 'nominal', sort: rows.map((row) => row[name]), title: null };
    const x = (field) => ({ field, type: 'quantitative', axis: { format: '.0%' }, scale: { zero: false }, title: null });
    chart(place, label, {
      width: width(), height: { step: 20 }, data: { values: rows },
      layer: [
        ...(fair == null ? [] : [{ mark: { type: 'rule', strokeDash: [4, 4], opacity: 0.6, aria: false }, encoding: { x: { datum: fair } } }]),
        { mark: { type: 'rule', strokeWidth: 2 }, encoding: { y, x: x('low'), x2: { field: 'high' }, tooltip } },
        { mark: { type: 'point', filled: true, size: 60, color: '#0b8a7d' }, encoding: { y, x: x(value), tooltip } },
      ],
    });
  }

  const rateColumns = (value = 'won') => [
    ['rate', value, (row) => percent(row[value])],
    ['95 % interval', (row) => row.high - row.low, (row) => span(row.low, row.high)],
  ];
  const games = ['games', 'games', (row) => count(row.games)];

  function showFactions() {
    const rows = [...strength.factions].sort((a, b) => b.won - a.won);
    intervals('factions-chart', `Win rates of ${rows.length} factions with intervals, best first; the table has the numbers.`, rows, 'faction', 'won', 0.5);
    table('factions-table', `Factions, ${strength.players}`, [
      ['faction', 'faction', (row) => row.faction, true], ...rateColumns(), games,
      ['by the model', 'chance', (row) => percent(row.chance)],
      ['its interval', (row) => row.chance_high - row.chance_low, (row) => span(row.chance_low, row.chance_high)],
    ], rows);
    const all = rows.map(({ faction }) => ({ faction, at: facts.strengths.map((some) => some.factions.find((row) => row.faction === faction)) }));
    table('strengths-table', 'Win rates with intervals at every strength of play', [
      ['faction', 'faction', (row) => row.faction, true],
      ...facts.strengths.map((some, at) => [some.players, (row) => row.at[at]?.won, (row) => (row.at[at] ? `${percent(row.at[at].won)} (${span(row.at[at].low, row.at[at].high)})` : '–')]),
    ], all, Math.max(1, facts.strengths.indexOf(strength) + 1));
  }

  function showPairs() {
    const wanted = $('pair-search').value.trim().toLowerCase();
    const hit = (row) => !wanted || `${row.faction} ${row.partner}`.toLowerCase().includes(wanted);
    const best = [...strength.factions].sort((a, b) => b.chance - a.chance).map(({ faction }) => faction);
    const order = $('map-order').value === 'name' ? [...best].sort() : best;
    const both = strength.pairs.filter(hit).flatMap((row) => [row, { ...row, faction: row.partner, partner: row.faction }]);
    const step = Math.max(13, Math.min(22, Math.floor((document.body.clientWidth - 170) / order.length)));
    const axis = { labelLimit: 130 };
    chart('pairs-chart', `A map of the chances of ${strength.pairs.length} pairs; the table has the numbers with their intervals.`, {
      width: { step }, height: { step }, data: { values: both },
      mark: { type: 'rect' },
      encoding: {
        x: { field: 'faction', type: 'nominal', sort: order, title: null, axis: { ...axis, labelAngle: -90 }, scale: { domain: order } },
        y: { field: 'partner', type: 'nominal', sort: order, title: null, axis, scale: { domain: order } },
        color: { field: 'chance', type: 'quantitative', scale: { scheme: 'blueorange', domainMid: 0.5 }, legend: { format: '.0%', title: 'chance', orient: 'bottom' } },
        tooltip: tip(['faction', 'partner', 'games'], ['chance', 'low', 'high']),
      },
    });
    $('synergies-from').textContent = `${strength.players} has ${strength.precision.games_per_pair.toFixed(1)} games for each pair.`;
    table('pairs-table', `Pairs, ${strength.players}`, [
      ['pair', 'faction', (row) => `${row.faction} and ${row.partner}`, true],
      ['chance', 'chance', (row) => percent(row.chance)],
      ['95 % interval', (row) => row.high - row.low, (row) => span(row.low, row.high)],
      ['synergy', 'synergy', (row) => row.synergy.toFixed(2)],
      ['its interval', (row) => row.synergy_high - row.synergy_low, (row) => `${row.synergy_low.toFixed(2)} to ${row.synergy_high.toFixed(2)}`],
      games, ['won', 'wins', (row) => row.wins],
    ], strength.pairs.filter(hit));
  }

  // -- head to head ------------------------------------------------------------------------------

  function number(a, b) {
    const names = strength.model.names;
    const [low, high] = [names.indexOf(a), names.indexOf(b)].sort((x, y) => x - y);
    return names.length + (low * (2 * names.length - low - 1)) / 2 + high - low - 1;
  }
  function covariance(a, b) {
    return strength.model.covariance_millionths[Math.max(a, b)][Math.min(a, b)] / 1e6;
  }
  function showDuel() {
    const [a1, a2, b1, b2] = ['a1', 'a2', 'b1', 'b2'].map((id) => $(id).value);
    if (new Set([a1, a2, b1, b2]).size < 4) {
      $('duel-result').textContent = 'Choose four different factions.';
      return;
    }
    const index = (name) => strength.model.names.indexOf(name);
    const terms = [[index(a1), 1], [index(a2), 1], [number(a1, a2), 1], [index(b1), -1], [index(b2), -1], [number(b1, b2), -1]];
    const mean = terms.reduce((sum, [at, sign]) => sum + sign * strength.model.numbers[at], 0);
    let variance = 0;
    for (const [x, s] of terms) for (const [y, t] of terms) variance += s * t * covariance(x, y);
    const chance = (z) => 1 / (1 + Math.exp(-(mean + z * Math.sqrt(Math.max(0, variance)))));
    $('duel-result').textContent = `${a1} and ${a2} win ${percent(chance(0))} (${span(chance(-1.96), chance(1.96))}) against ${b1} and ${b2}.`;
  }

  // -- seats, editions, lengths --------------------------------------------------------------------

  function showSeats() {
    const place = ['first', 'second', 'third', 'fourth'];
    const rows = facts.seats.map((row) => ({ ...row, where: `${row.seats} seats, ${place[row.order]}`, label: `${row.players}, ${row.edition}: ${row.seats} seats, ${place[row.order]}` }));
    const mine = rows.filter((row) => row.players === strength.players && row.edition === facts.about.edition);
    intervals('seats-chart', `How often each place in the order of turns wins, ${strength.players}; the table has the numbers.`, mine, 'where', 'won', null);
    table('seats-table', 'By players, edition, seats and order of turns', [
      ['players', 'label', (row) => row.players, true], ['edition', 'edition', (row) => row.edition, true],
      ['seats', 'seats', (row) => row.seats], ['begins', 'order', (row) => place[row.order]],
      ...rateColumns(), games,
    ], rows, 2, false);
  }
  function showEditions() {
    const rows = facts.editions;
    if (!rows.length) {
      $('editions').hidden = true;
      return;
    }
    const names = [...new Set(rows.map((row) => row.edition))];
    const players = [...new Set(rows.map((row) => row.players))];
    const shown = players.includes(strength.players) ? strength.players : players[0];
    const mine = rows.filter((row) => row.players === shown);
    chart('editions-chart', `Win rates of factions by edition, ${shown}; the table has the numbers with their intervals.`, {
      height: { step: 18 }, width: { step: 70 }, data: { values: mine }, mark: 'rect',
      encoding: {
        x: { field: 'edition', type: 'nominal', sort: names, title: null, axis: { labelAngle: -35 } }, y: { field: 'faction', type: 'nominal', title: null },
        color: { field: 'won', type: 'quantitative', scale: { scheme: 'blueorange', domainMid: 0.5 }, legend: { format: '.0%', title: 'won', orient: 'bottom' } },
        tooltip: tip(['faction', 'edition', 'games'], ['won', 'low', 'high']),
      },
    });
    const by = [...new Set(mine.map((row) => row.faction))].map((faction) => ({ faction, at: names.map((edition) => mine.find((row) => row.faction === faction && row.edition === edition)) }));
    table('editions-table', `Win rates with intervals by edition, ${shown}`, [
      ['faction', 'faction', (row) => row.faction, true],
      ...names.map((edition, at) => [edition, (row) => row.at[at]?.won, (row) => (row.at[at] ? `${percent(row.at[at].won)} (${span(row.at[at].low, row.at[at].high)})` : '–')]),
    ], by, names.length);
  }
  function showLengths() {
    table('lengths-table', 'Turns of a game', [
      ['players', 'players', (row) => row.players, true], ['edition', 'edition', (row) => row.edition, true],
      ['seats', 'seats', (row) => row.seats], ['turns', 'turns', (row) => `${row.turns.toFixed(1)} ± ${(row.half_width ?? 0).toFixed(1)}`],
      ['nine tenths', 'long', (row) => `${row.short} to ${row.long}`], games, ['not ended', 'unfinished', (row) => row.unfinished],
    ], facts.lengths, 2, false);
  }

  // -- cards and bases -----------------------------------------------------------------------------

  function showCards() {
    const wanted = $('card-search').value.trim().toLowerCase();
    const rows = strength.cards.filter((row) => !wanted || `${row.card} ${row.faction}`.toLowerCase().includes(wanted));
    chart('cards-chart', 'Cards by how often those won who drew them and who played them; the table has the numbers with their intervals.', {
      width: width(), height: 320, data: { values: rows }, mark: { type: 'point', filled: true, size: 45 },
      encoding: {
        x: { field: 'drawn_won', type: 'quantitative', scale: { zero: false }, axis: { format: '.0%' }, title: 'won when drawn' },
        y: { field: 'played_won', type: 'quantitative', scale: { zero: false }, axis: { format: '.0%' }, title: 'won when played' },
        color: { field: 'faction', type: 'nominal', legend: null },
        tooltip: tip(['card', 'faction'], ['drawn_won', 'drawn_low', 'drawn_high', 'played_won', 'played_low', 'played_high', 'decides']),
      },
    });
    const group = (name, title, value) => [
      [title, value, (row) => percent(row[value])],
      ['interval', (row) => row[`${name}_high`] - row[`${name}_low`], (row) => span(row[`${name}_low`], row[`${name}_high`])],
      ['times', `${name}_games`, (row) => count(row[`${name}_games`])],
    ];
    table('cards-table', `Cards, ${strength.players}`, [
      ['card', 'card', (row) => row.card, true], ['faction', 'faction', (row) => row.faction, true],
      ...group('drawn', 'won when drawn', 'drawn_won'), ...group('played', 'won when played', 'played_won'), ...group('decides', 'decides a base', 'decides'),
    ], rows, 5);
  }
  function showBases() {
    const rows = strength.bases.filter((row) => row.base === $('base').value).sort((a, b) => b.first - a.first);
    intervals('bases-chart', `Which factions are first at ${$('base').value}; the table has the numbers.`, rows, 'faction', 'first', null);
    table('bases-table', `${$('base').value}, ${strength.players}`, [
      ['faction', 'faction', (row) => row.faction, true], ...rateColumns('first'), ['scorings', 'scorings', (row) => count(row.scorings)],
    ], rows);
  }

  // -- where it comes from -------------------------------------------------------------------------

  function showAbout() {
    const about = facts.about;
    const total = about.kinds.reduce((sum, kind) => sum + kind.games, 0);
    $('summary').textContent = `${count(total)} games between bots, edition ${about.edition} where none is named. What these bots make of a faction is not what people would. Fingerprint of the data: ${about.fingerprint}.`;
    const lines = about.folders.map((folder) => element('li', {}, element('code', {}, folder.path), `: ${count(folder.games)} games, ${count(Math.round(folder.bytes / 1024))} KiB, smashup ${folder.version}, rules ${folder.rules}. The plan: `, element('code', {}, JSON.stringify({ ...folder.plan, factions: folder.plan.factions.length === 25 ? 'all' : folder.plan.factions }))));
    const costs = facts.strengths.map(({ players, games: had, precision: p }) => element('li', {}, `${players}: ${count(had)} games, ${p.games_per_pair.toFixed(1)} for each pair. Every faction is known to ± ${percent(p.faction_half_width)} (by the model ± ${percent(p.faction_half_width_model)}), every pair to ± ${percent(p.pair_half_width)}. From the pairs' own games alone, ± ${percent(p.wanted)} for every pair would take ${count(p.needed)} games${p.core_hours == null ? '' : `, ${count(Math.round(p.core_hours))} hours on a core at ${p.speed} games a second`}.`));
    $('about').replaceChildren(
      element('p', {}, 'This page was made by'), element('pre', {}, about.command),
      element('p', {}, 'from'), element('ul', {}, ...lines),
      element('p', {}, 'Each folder is gone on with by ', element('code', {}, 'smashup lab play PLAN --out FOLDER'), ', on a cluster with ', element('code', {}, '--on ray:ADDRESS'), '; then the command above makes this page anew. What the numbers mean is in docs/laboratory.md. The charts are drawn by Vega, Vega-Lite and Vega-Embed (BSD licence).'),
      element('h3', {}, 'How sure it is, and what more would cost'), element('ul', {}, ...costs),
    );
  }

  // -- what is picked ------------------------------------------------------------------------------

  const options = (id, names, chosen) => {
    $(id).replaceChildren(...names.map((name) => element('option', name === chosen ? { selected: '' } : {}, name)));
  };
  function showAll() {
    for (const line of document.querySelectorAll('[data-from]')) line.textContent = `From ${count(strength.games)} games of two between ${strength.players}, edition ${facts.about.edition}; the commands are at the end.`;
    showFactions(); showPairs(); showDuel(); showSeats(); showEditions(); showCards(); showBases();
  }
  const names = strength ? strength.model.names : [];
  if (strength) {
    options('strength', facts.strengths.map(({ players }) => players), strength.players);
    ['a1', 'a2', 'b1', 'b2'].forEach((id, at) => options(id, names, names[at]));
    options('base', [...new Set(strength.bases.map(({ base }) => base))]);
    $('strength').onchange = () => { strength = facts.strengths.find(({ players }) => players === $('strength').value); showAll(); };
    for (const id of ['a1', 'a2', 'b1', 'b2']) $(id).onchange = showDuel;
    $('pair-search').oninput = showPairs;
    $('map-order').onchange = showPairs;
    $('card-search').oninput = showCards;
    $('base').onchange = showBases;
    showAll();
  }
  showLengths();
  showAbout();
})();
