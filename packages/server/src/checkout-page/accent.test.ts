import { describe, expect, test } from 'vitest';
import { accentOf, contrastRatio, defaultAccent } from './accent.ts';

describe('contrastRatio', () => {
  const cases: readonly [left: string, right: string, ratio: number][] = [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#1d4ed8', '#1d4ed8', 1],
    // The best known borders of WCAG: the darkest grey that fails on white, and the lightest that passes.
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4.0],
  ];
  for (const [left, right, ratio] of cases) {
    test(`${left} on ${right}`, () => expect(contrastRatio(left, right)).toBeCloseTo(ratio, 2));
  }
});

describe('accentOf', () => {
  const cases: readonly [color: string, text: string][] = [
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#1d4ed8', '#ffffff'],
    ['#FFCC00', '#000000'],
    ['#ff7900', '#000000'],
    ['#e11d48', '#ffffff'],
    ['#16a34a', '#000000'],
    ['#767676', '#000000'],
  ];
  for (const [color, text] of cases) {
    test(`${text} on ${color}`, () => {
      expect(accentOf(color)).toEqual({ color, text, away: text === '#ffffff' ? '#000000' : '#ffffff' });
    });
  }

  test('a colour that is missing or malformed gives the default', () => {
    for (const color of [null, '', 'red', '#fff', '#12345g', '#1234567', 'x}</style><script>'])
      expect(accentOf(color).color).toBe(defaultAccent);
  });

  test('the text reads at 4.5:1 or better on every colour of a 16-step cube, hovered ones too', () => {
    const channel = (step: number) => (step * 17).toString(16).padStart(2, '0');
    for (let index = 0; index < 16 ** 3; index += 1) {
      const color = `#${channel(index >> 8)}${channel((index >> 4) & 15)}${channel(index & 15)}`;
      const { text, away } = accentOf(color);
      expect(contrastRatio(color, text), color).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(away, text), color).toBeCloseTo(21, 5);
    }
  });
});
