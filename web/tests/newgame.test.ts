// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { gameForm, problem, seatForm, toWish } from '../src/lib/newgame';

const form = () => gameForm('Mia', 'bot');

describe('a new game', () => {
  it('is by default oneself against a bot, factions by chance', () => {
    expect(problem(form())).toBeNull();
    expect(toWish(form(), 'Mia')).toEqual({
      name: 'Mia',
      seats: [
        { kind: 'human', name: 'Mia' },
        { kind: 'bot', name: 'Bruno', strength: 'normal' },
      ],
      factions: 'random',
      options: {},
    });
  });

  it('names an edition only where one was chosen: the server knows the newest', () => {
    expect(toWish(form(), 'Mia')).not.toHaveProperty('edition');
    expect(toWish({ ...form(), edition: '2012' }, 'Mia').edition).toBe('2012');
  });

  it('sends only the options that were set', () => {
    const wish = toWish({ ...form(), timer: 60, seed: '7', first: 1, openHands: true }, 'Mia');
    expect(wish.options).toEqual({ timer: 60, seed: 7, first: 1, open_hands: true });
  });

  it('wants a name from who plays with friends by link, and from nobody else', () => {
    expect(problem(gameForm('', 'open'))).toEqual({ kind: 'name' });
    expect(problem(gameForm('Mia', 'open'))).toBeNull();
    expect(problem(gameForm('', 'bot'))).toBeNull();
  });

  it('calls people at one screen by numbers where they have no names', () => {
    const names = (wish: ReturnType<typeof toWish>) => wish.seats.map(({ name }) => name);
    expect(names(toWish(gameForm('', 'here'), 'Player'))).toEqual(['Player', 'Player 2']);
    expect(names(toWish(gameForm('Mia', 'here'), 'Mia'))).toEqual(['Mia', 'Player 2']);
  });

  it('helps nobody between friends, unless they wish it, and has a clock where one is set', () => {
    const wish = toWish({ ...gameForm('Mia', 'open'), reserve: 5, increment: 3 }, 'Mia');
    expect(wish.options).toEqual({ hints: false, chances: false, reserve: 300, increment: 3 });
  });

  it('may be of bots alone, but not without anybody and with a free seat', () => {
    const bots = gameForm('Mia', 'bots');
    expect(problem(bots)).toBeNull();
    expect(toWish(bots, 'Mia').seats.map(({ kind }) => kind)).toEqual(['bot', 'bot']);
    bots.seats[1] = seatForm('open', 1);
    expect(problem(bots)).toEqual({ kind: 'nobody' });
  });

  it('takes picked pairs and leaves the others to chance', () => {
    const picked = form();
    picked.way = 'pick';
    picked.seats[0]?.factions.push('Ninjas', 'Pirates');
    expect(toWish(picked, 'Mia').factions).toEqual([['Ninjas', 'Pirates'], null]);
  });

  it('wants two factions or none for a seat, and none twice', () => {
    const picked = form();
    picked.way = 'pick';
    picked.seats[1]?.factions.push('Robots');
    expect(problem(picked)).toEqual({ kind: 'half', seat: 1 });
    picked.seats[1]?.factions.push('Wizards');
    picked.seats[0]?.factions.push('Robots', 'Zombies');
    expect(problem(picked)).toEqual({ kind: 'twice', faction: 'Robots' });
    expect(problem({ ...picked, sameFaction: true })).toBeNull();
  });

  it('needs two seats and enough factions', () => {
    expect(problem({ ...form(), seats: [seatForm('me', 0)] })).toEqual({ kind: 'twoSeats' });
    const few = { ...form(), pool: ['Ninjas', 'Robots', 'Dragons'] };
    expect(problem(few)).toEqual({ kind: 'pool', need: 4 });
  });

  it('has people of one screen and of a link beside each other', () => {
    const seats = [seatForm('me', 0), seatForm('here', 1, 'Ole'), seatForm('open', 2)];
    expect(toWish({ ...form(), seats }, 'Mia').seats).toEqual([
      { kind: 'human', name: 'Mia' },
      { kind: 'human', name: 'Ole' },
      { kind: 'open' },
    ]);
  });
});
