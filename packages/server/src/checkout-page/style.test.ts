import { operators } from '@guichet/operators/catalogue';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from './accent.ts';
import { renderMark } from './parts/mark.ts';
import { commonCss, compact, renderAccent, withLiterals } from './style.ts';

/** The colours of one scheme by role. Dark follows light in the style. */
function rolesOf(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const blocks = [...commonCss.matchAll(/:root\{([^}]*)\}/g)].map(([, block]) => block ?? '');
  const block = blocks[scheme === 'light' ? 0 : 1] ?? '';
  const colors = [...block.matchAll(/--([a-z-]+):(#[0-9a-f]{3,6})/g)];
  return new Map(
    colors.map(([, role = '', color = '']) => [
      role,
      color.length === 4 ? color.replace(/\w/g, '$&$&') : color,
    ]),
  );
}

/** WCAG 2.2: text 4.5:1 (1.4.3), borders of controls 3:1 (1.4.11). */
const pairs: readonly [front: string, ground: string, ratio: number][] = [
  ['ink', 'paper', 7],
  ['ink', 'wash', 7],
  ['ink', 'bad-wash', 7],
  ['ink', 'line', 4.5],
  ['quiet', 'paper', 4.5],
  ['quiet', 'wash', 4.5],
  ['bad', 'paper', 4.5],
  ['bad', 'bad-wash', 4.5],
  ['good', 'good-wash', 4.5],
  ['warn', 'warn-wash', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'wash', 3],
];

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const roles = rolesOf(scheme);
  for (const [front, ground, ratio] of pairs) {
    test(`${front} on ${ground} is at least ${ratio}:1`, () => {
      const colors = [roles.get(front) ?? '', roles.get(ground) ?? ''] as const;
      expect(contrastRatio(...colors)).toBeGreaterThanOrEqual(ratio);
    });
  }
});

test('every operator has a mark in its colour, with enough contrast', () => {
  const marks = [...commonCss.matchAll(/^\.(\w+)\{background:(#\w+);color:(#\w+)/gm)];
  const drawn = operators.map(({ code, name }) => /mark (\w+)/.exec(String(renderMark(code, name)))?.[1]);
  expect(new Set(marks.map(([, name]) => name))).toEqual(new Set(drawn));
  for (const [, name, ground = '', front = ''] of marks) {
    const full = front.length === 4 ? front.replace(/\w/g, '$&$&') : front;
    expect(contrastRatio(ground, full), name).toBeGreaterThanOrEqual(4.5);
  }
});

test('braces are balanced, and no rule is lost by compacting', () => {
  const count = (text: string, sign: string) => text.split(sign).length;
  expect(count(commonCss, '{')).toBe(count(commonCss, '}'));
  expect(compact('\na{b:c;}\n  d{\n    e:f\n  }\n')).toBe('a{b:c}d{e:f}');
});

test('a browser without variables gets each colour of the light scheme as a literal', () => {
  expect(
    withLiterals(
      ':root{--line:#e3e6ea;--ink:#111827}@media(x){:root{--ink:#fff}}p{color:var(--ink);border:1px solid var(--line)}',
    ),
  ).toBe(
    ':root{--line:#e3e6ea;--ink:#111827}@media(x){:root{--ink:#fff}}p{color:#111827;color:var(--ink);border:1px solid #e3e6ea;border:1px solid var(--line)}',
  );
  const css = withLiterals(compact(commonCss));
  // What every screen needs: paper and ink, lines of the offers, the note.
  for (const literal of ['background:#fff;background:var(--paper)', 'color:#111827;color:var(--ink)'])
    expect(css).toContain(literal);
});

test.each([
  ['default', ''],
  ['abidjan', 'body{background:#16A34A}header{color:#000000}'],
] as const)('in %s the merchant’s colour is a literal where variables are lacking', (template, top) => {
  const accent = { color: '#16A34A', text: '#000000', away: '#ffffff' };
  expect(renderAccent(accent, template)).toContain(
    `@supports not (color:var(--a)){.button{background:#16A34A;color:#000000}${top}}`,
  );
});
