import { describe, expect, test } from 'vitest';
import { contrastRatio } from './accent.ts';
import { commonCss, compact } from './style.ts';

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

test('the operators’ marks have enough contrast', () => {
  const marks = [...commonCss.matchAll(/^\.(\w+)\{background:(#\w+);color:(#\w+)/gm)];
  expect(marks.map(([, name]) => name)).toEqual(['mtn', 'orange', 'wave', 'moov', 'mpesa', 'airtel', 'yas']);
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
