import { describe, expect, test } from 'vitest';
import { escapeHtml, type HtmlValue, html, raw } from './html.ts';

const hostile = `<script>alert("1")</script> & 'quoted'`;
const harmless = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;';

describe('html', () => {
  const cases: readonly [name: string, value: HtmlValue, rendered: string][] = [
    ['plain text', 'Aya', 'Aya'],
    ['hostile text', hostile, harmless],
    ['an entity, shown as it was typed', '&amp;', '&amp;amp;'],
    ['a number', 0, '0'],
    ['a bigint', 25_000n, '25000'],
    ['null', null, ''],
    ['undefined', undefined, ''],
    ['false', false, ''],
    ['an empty text', '', ''],
    ['nested Html', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
    ['raw', raw('<b>'), '<b>'],
    ['an array', ['<', html`<i>`, null, 2], '&lt;<i>2'],
    ['an array in an array', [['a'], [['b']]], 'ab'],
  ];
  for (const [name, value, rendered] of cases) {
    test(name, () => {
      expect(String(html`<p>${value}</p>`)).toBe(`<p>${rendered}</p>`);
      expect(String(html`${value}`)).toBe(rendered);
    });
  }

  test('keeps a value within its quoted attribute', () => {
    expect(String(html`<a title="${'" onclick="x'}" id='${"' x='"}'></a>`)).toBe(
      `<a title="&quot; onclick=&quot;x" id='&#39; x=&#39;'></a>`,
    );
  });

  test('never treats an object from outside as Html', () => {
    const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
    expect(String(html`${forged}`)).not.toContain('<script>');
  });

  test('keeps several values in order', () => {
    expect(String(html`${1}-${2}-${3}`)).toBe('1-2-3');
  });
});

test('escapeHtml escapes the five special characters, and nothing else', () => {
  expect(escapeHtml(hostile)).toBe(harmless);
  expect(escapeHtml('Pagne wax, 6 yards · é ₵')).toBe('Pagne wax, 6 yards · é ₵');
});
