import { describe, expect, it } from 'vitest';
import { type Tie, tiedUntil } from './ties.ts';

const at = (hour: number) => new Date(Date.UTC(2040, 0, 1, hour));
/** Parses `A>B 5` (A gave B access, tied until 5) and `A>B` (tied until confirmed). */
const read = (text: string): Tie[] =>
  text
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [, sponsor_id = '', user_id = '', hour] = /^(\w)>(\w)(?: (\d+))?$/.exec(part) ?? [];
      return { sponsor_id, user_id, until: hour === undefined ? null : at(Number(hour)) };
    });

describe('two people', () => {
  it.each<[ties: string, one: string, other: string, until: number | null | undefined]>([
    ['', 'A', 'B', undefined],
    ['A>B 5', 'A', 'B', 5],
    ['A>B 5', 'A', 'C', undefined],
    ['A>B', 'A', 'B', null],
    // Tied through others, as long as every link holds.
    ['A>B 5, B>C 7', 'A', 'C', 5],
    ['A>B 9, B>C 7', 'A', 'C', 7],
    ['A>B, B>C 7', 'A', 'C', 7],
    ['A>B, B>C, C>D', 'A', 'D', null],
    // Both got access from the same person.
    ['A>B 5, A>C 6', 'B', 'C', 5],
    ['A>B, A>C, C>D', 'B', 'D', null],
    // Both gave the same person access.
    ['A>C, B>C', 'A', 'B', undefined],
    ['A>C, B>C, C>D', 'A', 'B', undefined],
    ['A>C, B>C, C>D', 'B', 'D', null],
    ['A>C, B>C, B>D', 'A', 'D', undefined],
    // The longest-lasting path counts, and the longest-lasting common source.
    ['A>B 5, A>C 9, C>B 8', 'A', 'B', 8],
    ['A>B 5, A>B 6', 'A', 'B', 6],
    ['A>B 5, A>C 9, D>B 7, D>C 8', 'B', 'C', 7],
    // In a circle.
    ['A>B 5, B>C 5, C>A 5', 'A', 'C', 5],
    ['A>B 5, C>D 6', 'A', 'D', undefined],
  ])('with the ties %o: %s and %s are tied until %o', (ties, one, other, until) => {
    const expected = until === undefined ? undefined : { until: until === null ? null : at(until) };
    expect(tiedUntil(read(ties), one, other)).toEqual(expected);
    expect(tiedUntil(read(ties), other, one)).toEqual(expected);
  });
});
