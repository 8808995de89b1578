import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePlaces } from './places.ts';

const claim = (subject: string, max: number) => ({ subject, max });

test('places are taken for all claims or for none', () => {
  const places = makePlaces();
  const first = places.take([claim('a', 1), claim('all', 2)]);
  expect(first).toBeTypeOf('function');
  expect(places.take([claim('all', 2), claim('a', 1)])).toEqual(claim('a', 1));
  expect([places.taken('a'), places.taken('all')]).toEqual([1, 1]);
});

test('a limit of 0 means no limit, but places are still counted', () => {
  const places = makePlaces();
  for (let index = 0; index < 100; index++) places.take([claim('a', 0)]);
  expect(places.taken('a')).toBe(100);
});

test('counts stay correct through any sequence of takes and releases, and are forgotten once all places are released', () => {
  const subject = fc.constantFrom('a', 'b', 'c', 'd');
  const steps = fc.array(fc.oneof(fc.tuple(subject, subject), fc.nat(30)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken_or_left) => {
      const places = makePlaces();
      const held: { leave: () => void; subjects: readonly string[]; isLeft: boolean }[] = [];
      for (const step of taken_or_left) {
        if (typeof step === 'number') {
          const one = held[step % Math.max(1, held.length)];
          one?.leave();
          if (one) one.isLeft = true;
        } else {
          const [one, other] = step;
          const subjects = [`one:${one}`, `other:${other}`, 'all'];
          const taken = places.take(subjects.map((name, index) => claim(name, [2, 3, 5][index] ?? 0)));
          if (typeof taken === 'function') held.push({ leave: taken, subjects, isLeft: false });
        }
        for (const name of ['one:a', 'other:b', 'all']) {
          const count = held.filter(({ isLeft, subjects }) => !isLeft && subjects.includes(name)).length;
          expect(places.taken(name)).toBe(count);
        }
      }
      for (const { leave } of held) leave();
      expect(places.subjects).toBe(0);
    }),
  );
});
