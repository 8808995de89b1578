import { describe, expect, test } from 'vitest';
import { accentOf, contrastOf, contrastRatio, defaultAccent, luminanceOf, textOn } from './accent.ts';
import { abidjanShell } from './shells/abidjan.ts';
import { cotonouShell } from './shells/cotonou.ts';
import { defaultShell } from './shells/default.ts';
import { commonCss } from './style.ts';

describe('contrastRatio', () => {
  const cases: readonly [left: string, right: string, ratio: number][] = [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#1d4ed8', '#1d4ed8', 1],
    // The WCAG threshold on white: the darkest grey that fails, and the lightest that passes.
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4.0],
  ];
  for (const [left, right, ratio] of cases) {
    test(`computes the contrast of ${left} on ${right}`, () =>
      expect(contrastRatio(left, right)).toBeCloseTo(ratio, 2));
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
    test(`chooses ${text} as the text color on ${color}`, () => {
      expect(accentOf(color)).toEqual({ color, text, away: text === '#ffffff' ? '#000000' : '#ffffff' });
    });
  }

  test('is the default for a missing or malformed colour', () => {
    for (const color of [null, '', 'red', '#fff', '#12345g', '#1234567', 'x}</style><script>'])
      expect(accentOf(color).color).toBe(defaultAccent);
  });
});

const styles = [commonCss, defaultShell.css, abidjanShell.css, cotonouShell.css].join('');
const mixture = /color-mix\(in srgb,var\(--checkout-primary\) (\d+)%,var\(--off-primary\)\)/;
const mixes = styles.match(new RegExp(mixture, 'g')) ?? [];
/**
 * The shares of the accent color in the color mixtures that serve as backgrounds of text; the rest of each mixture
 * is `away`.
 */
const shares = [...new Set(mixes.map((mix) => Number(mixture.exec(mix)?.[1]) / 100))];

test.each([':hover', ':active'])(
  'the shade of a button that is %s is one of the tested mixtures',
  (state) => {
    const ground = new RegExp(`\\.button${state}[^{]*\\{[^}]*background:([^;}]*)`).exec(styles)?.[1];
    expect(ground).toMatch(mixture);
  },
);

test('the text on each of the 16,777,216 colours and their shades has a contrast of 4.5:1 or better', () => {
  // The value of each channel after mixing.
  const shadesOn = (away: number) =>
    shares.map((share) =>
      Uint8Array.from({ length: 256 }, (_, channel) => Math.round(channel * share + away * (1 - share))),
    );
  const shades = { '#ffffff': shadesOn(0), '#000000': shadesOn(255) } as const;
  let count = 0;
  let worst = { contrast: 21, color: -1 };
  const dimmed: number[] = [];
  for (let color = 0; color < 2 ** 24; color += 1) {
    const red = color >> 16;
    const green = (color >> 8) & 255;
    const blue = color & 255;
    const luminance = luminanceOf(red, green, blue);
    const text = textOn(luminance);
    const textLuminance = text === '#ffffff' ? 1 : 0;
    const contrast = contrastOf(luminance, textLuminance);
    if (contrast < worst.contrast) worst = { contrast, color };
    for (const shade of shades[text]) {
      const shaded = luminanceOf(shade[red] ?? 0, shade[green] ?? 0, shade[blue] ?? 0);
      if (contrastOf(shaded, textLuminance) < contrast) dimmed.push(color);
    }
    count += 1;
  }
  expect(count).toBe(16_777_216);
  expect(dimmed).toEqual([]);
  expect(worst.contrast, `#${worst.color.toString(16)}`).toBeGreaterThanOrEqual(4.5);
  // The minimum, where black and white have the same contrast: (1.05 / 0.05) ** 0.5.
  expect(worst.contrast).toBeCloseTo(21 ** 0.5, 3);
});
