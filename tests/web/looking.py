"""What is wrong with how things lie on the screen: found in the page itself, told in words."""

from __future__ import annotations

# Every fault of the table as it is drawn now. `words` is what each card says.
FAULTS = """(words) => {
  const faults = [];
  const told = (element) => (element.innerText || element.textContent).trim().slice(0, 40);
  const name = (element) => `${element.className || element.tagName} "${told(element)}"`;
  const inside = (inner, outer, slack) =>
    inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const box = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
  const apart = (a, b) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const all = (css, root = document) => [...root.querySelectorAll(css)];

  // What is around an element: the box that cuts it off, and the boxes in which it is scrolled.
  const around = new Map([[document.body, { clip: null, rolling: [] }]]);
  const aroundOf = (element) => {
    if (!around.has(element)) {
      const outer = aroundOf(element.parentElement);
      const { overflowX, overflowY } = getComputedStyle(element);
      const own = { ...outer };
      if (/auto|scroll/.test(overflowX + overflowY))
        Object.assign(own, { clip: null, rolling: [...outer.rolling, element] });
      else if (overflowX !== 'visible') own.clip = element.getBoundingClientRect();
      around.set(element, own);
    }
    return around.get(element);
  };
  const HOLDERS = '.card, .token, .base, .tab, .prompt, .pile, .end, .bar, .players li, button';

  // Words: large enough, whole, and on top of what lies there.
  const walker = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('.spoken, title')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.display === 'none') continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((r) => r.width > 1);
    if (lines.length === 0) continue;
    const { clip, rolling } = aroundOf(element);
    const begun = (r) => !apart({ ...box(r), top: r.top + 2, bottom: r.bottom - 2 }, clip);
    if (clip && !lines.some(begun)) continue;
    if (parseFloat(style.fontSize) < 11.99) faults.push(`under 12 px: ${name(element)}`);
    const holder = element.closest(HOLDERS)?.getBoundingClientRect();
    for (const line of lines) {
      const slim = line.height * 0.14; // letters do not fill the height of their line
      const ink = { left: line.left, right: line.right, top: line.top + slim,
        bottom: line.bottom - slim };
      if (clip && !inside(ink, clip, 1)) faults.push(`cut: ${name(element)}`);
      if (holder && !inside(ink, holder, 1)) faults.push(`sticks out: ${name(element)}`);
      const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2];
      const top = document.elementFromPoint(x, y);
      const scrolledAway = !top ||
        rolling.some((at) => !inside(ink, at.getBoundingClientRect(), 1));
      if (scrolledAway || top.contains(element) || element.contains(top)) continue;
      faults.push(`covered: ${name(element)} by ${name(top)}`);
    }
  }

  // The spine of a card in a large hand has all of its name.
  for (const spine of all('.hand .spine')) {
    range.selectNodeContents(spine.querySelector('.name'));
    if (![...range.getClientRects()].every((r) => inside(r, spine.getBoundingClientRect(), 0)))
      faults.push(`sticks out: ${name(spine)}`);
  }

  // A name below its picture begins below the power.
  for (const token of all('.token.small')) {
    const name = token.querySelector('.name');
    if (!name) continue;
    const badge = token.querySelector('.badge').getBoundingClientRect();
    range.selectNodeContents(name);
    for (const line of range.getClientRects())
      if (line.top + line.height * 0.1 < badge.bottom && line.left < badge.right)
        faults.push(`under its power: ${name.innerText}`);
  }

  // No word of a name goes on in the next line.
  for (const element of all('.card .name, .token .name, .base .name')) {
    const text = element.firstChild?.firstChild ?? element.firstChild;
    for (const { index, 0: word } of (text?.data ?? '').matchAll(/[^\\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
      if (tops.size > 1) faults.push(`broken: ${name(element)}`);
    }
  }

  // Cards say all they have to say, or on the table nothing of it.
  for (const card of all('.hand .card, .stage .card')) {
    const said = card.querySelector('.words')?.textContent.trim();
    const title = card.querySelector('.name').textContent.trim();
    const where = card.closest('.stage') ? 'on the stage' : 'in the hand';
    if (said !== words[title]) faults.push(`without its words ${where}: ${title}`);
  }
  for (const thing of all('.bases .card, .base[data-base]')) {
    const said = thing.querySelector(':scope > .words')?.textContent.trim();
    const title = thing.querySelector('.name').textContent.trim();
    if (said !== undefined && said !== words[title]) faults.push(`half its words: ${title}`);
  }

  // Nothing on the table lies over another thing, or beside its row.
  for (const column of all('.column')) {
    const things = all('[data-key]', column).map((e) => [e, e.getBoundingClientRect()]);
    things.forEach(([a, boxA], i) => {
      for (const [b, boxB] of things.slice(i + 1)) {
        const across = Math.min(boxA.right, boxB.right) - Math.max(boxA.left, boxB.left);
        const down = Math.min(boxA.bottom, boxB.bottom) - Math.max(boxA.top, boxB.top);
        const scrolled = a.closest('.scrolls') || b.closest('.scrolls');
        if (across > 1 && down > 1 && !scrolled)
          faults.push(`over each other: ${name(a)} and ${name(b)}`);
      }
      const row = a.closest('.row');
      if (row && !row.querySelector('.scrolls') && !inside(boxA, row.getBoundingClientRect(), 1))
        faults.push(`out of its row: ${name(a)}`);
      if (Math.min(boxA.width, boxA.height) < 23.9)
        faults.push(`too small to point at: ${name(a)}`);
    });
  }

  // The page itself never scrolls.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
    faults.push(`the page scrolls: ${page.scrollWidth} by ${page.scrollHeight}`);
  return faults;
}"""

# Cards of the hand that lie over each other.
OVERLAPS = """() => {
  const slots = [...document.querySelectorAll('.hand .slot')];
  const faces = slots.map((slot) => slot.querySelector('.spine') ?? slot.querySelector('.card'));
  const boxes = faces.map((face) => face.getBoundingClientRect());
  return boxes.slice(1).flatMap((box, i) =>
    box.left < boxes[i].right - 0.5 && box.top < boxes[i].bottom - 0.5
    ? [`over each other: ${faces[i].innerText} and ${faces[i + 1].innerText}`] : []);
}"""

# A hand that lies below the board and does not fit there.
SCROLLED = """() => [...document.querySelectorAll('.hand.wide')].flatMap((hand) =>
  hand.scrollWidth > hand.clientWidth ? ['the hand is scrolled'] : [])"""

# What glows but cannot be clicked.
UNREACHED = """() => {
  const faults = [];
  const lit = document.querySelectorAll('.table [data-lit], .prompt button, .end:enabled');
  for (const element of lit) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const reached = [0.5, 0.15, 0.85].some((down) => [0.5, 0.1, 0.9, 0.03].some((across) =>
      element.contains(document.elementFromPoint(
        box.left + box.width * across, box.top + box.height * down))));
    if (!reached)
      faults.push(`lit but out of reach: ${element.className} "${element.innerText.slice(0, 40)}"`);
  }
  for (const element of document.querySelectorAll('.hand, .bases, .buttons'))
    element.scrollTo(0, 0);
  return faults;
}"""

# The buttons of something that are not in sight, although they need not be looked for.
OUTSIDE = """(css) => [...document.querySelectorAll(`${css} button`)].filter((button) => {
  const box = button.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !button.contains(at);
}).map((button) => `not in sight: ${button.innerText}`)"""

# Where the things are that must never move while a game goes on.
PLACES = """() => {
  const places = (css) => [...document.querySelectorAll(css)].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(' ');
  }).join(', ');
  const still = '.prompt .board .own .base[data-base] .row .side .bar .stage'.split(' ');
  return Object.fromEntries(still.map((css) => [css, places(css)]));
}"""

# A card that is shown large because it is pointed at: what is wrong with that.
PEEK = """(words) => {
  const peek = document.querySelector('.peek');
  const faults = [];
  const box = peek.getBoundingClientRect();
  if (peek.scrollHeight > peek.clientHeight + 1) faults.push('shown large, but cut');
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
    faults.push('shown large, but not on the screen');
  const title = peek.querySelector('.name').textContent.trim();
  const said = peek.querySelector('.words').textContent.trim();
  if (said !== words[title]) faults.push(`shown large, but not all its words: ${title}`);
  const shown = peek.firstElementChild.getBoundingClientRect();
  for (const element of document.querySelectorAll('.table [data-lit]')) {
    const lit = element.getBoundingClientRect();
    const across = Math.min(lit.right, shown.right) - Math.max(lit.left, shown.left);
    const down = Math.min(lit.bottom, shown.bottom) - Math.max(lit.top, shown.top);
    if (across <= 2 || down <= 2) continue;
    // the middle of what they have in common: what is scrolled away is not seen there
    const x = Math.max(lit.left, shown.left) + across / 2;
    const y = Math.max(lit.top, shown.top) + down / 2;
    if (element.contains(document.elementFromPoint(x, y)))
      faults.push(`shown large over what is asked: ${element.innerText}`);
  }
  return faults;
}"""

# The same of a card in a window: all of it can be read, if need be by scrolling.
WINDOW = """(words) => {
  const faults = [];
  const dialog = document.querySelector('dialog[open]');
  const title = dialog.querySelector('.name').textContent.trim();
  const card = dialog.querySelector('.words').cloneNode(true);
  // the meaning of a word that happens to lie under the pointer
  for (const meaning of card.querySelectorAll('.meaning')) meaning.remove();
  const said = card.textContent.trim();
  if (said !== words[title]) faults.push(`in a window, but not all its words: ${title}`);
  const box = dialog.getBoundingClientRect();
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
    faults.push(`in a window, but not on the screen: ${title}`);
  return faults;
}"""

# The ring follows what moves: it is at rest when nothing has moved for some frames.
AT_REST = """() => new Promise((done) => {
  const at = () => JSON.stringify(document.querySelector('.ring')?.getBoundingClientRect() ?? null);
  let [last, still] = [at(), 0];
  const look = () => {
    still = at() === last ? still + 1 : 0;
    last = at();
    if (still < 6) requestAnimationFrame(look);
    else done(true);
  };
  requestAnimationFrame(look);
})"""
