import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { accentOf } from './accent.ts';
import { textOf } from './compress.ts';
import type { Language, Page, View } from './page.ts';
import { renderBarePage, renderEntryPage, renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';
import { script } from './script.ts';
import { renderAccent } from './style.ts';
import { inEachLanguage, languages, texts } from './texts/texts.ts';
import { renderSandboxApproval } from './views/sandbox-approval.ts';

/**
 * Maximum compressed size of a whole document; the first round trip carries 14,000 bytes, including headers (design
 * section 11).
 */
const compressedBytesMax = 10_500;
const scriptBytesMax = 3_400;

const templates = ['default', 'abidjan', 'cotonou'] as const;

interface Sample {
  readonly name: string;
  readonly language: Language;
  readonly html: string;
}

/** The whole matrix. Test mode adds a banner and the test numbers, so its pages are the larger ones. */
const pages: readonly Sample[] = templates.flatMap((template) =>
  languages.flatMap((language) =>
    Object.entries(sampleViews).flatMap(([kind, view]) =>
      (['test', 'live'] as const).map((mode) => ({
        name: `${template} ${language} ${kind} ${mode}`,
        language,
        html: textOf(renderPage({ ...samplePage, template, language, mode, view })),
      })),
    ),
  ),
);
const documents: readonly Sample[] = [
  ...pages,
  ...languages.flatMap((language) => [
    ...(['session_unknown', 'rate_limited', 'error'] as const).map((kind) => ({
      name: `${kind} ${language}`,
      language,
      html: textOf(renderBarePage({ language, nonce: samplePage.nonce, kind, reload_href: '/pay/tok' })),
    })),
    { name: `entry ${language}`, language, html: entryPage(language, '', false) },
    { name: `entry wrong ${language}`, language, html: entryPage(language, '7KQ2-M9XX', true) },
    { name: `sandbox ${language}`, language, html: sandboxPage(language, 'Boutique Aya') },
  ]),
];

function sandboxPage(language: Language, shop_name: string): string {
  const { nonce, amount } = samplePage;
  return renderSandboxApproval({ language, nonce, shop_name, total: amount, action: '/pay/tok/sandbox' });
}

function entryPage(language: Language, code: string, is_wrong: boolean): string {
  return textOf(renderEntryPage({ language, nonce: samplePage.nonce, code, is_wrong, action: '/pay/tok' }));
}

/** Opening tags with their attributes, outside of style and script. */
function tagsOf(html: string): readonly string[] {
  const markup = html
    .replace(/(<style[^>]*>).*?<\/style>/s, '$1')
    .replace(/(<script[^>]*>).*?<\/script>/s, '$1');
  return markup.match(/<[a-z][^>]*>/g) ?? [];
}

function attributeValues(html: string, attribute: string): readonly string[] {
  return tagsOf(html).flatMap((tag) => {
    const value = new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1];
    return value === undefined ? [] : [value];
  });
}

describe('every document of the matrix', () => {
  test('is complete, in its language, and closed to search engines', () => {
    for (const { name, language, html } of documents) {
      const direction = texts[language].direction === 'rtl' ? ' dir="rtl"' : '';
      expect(html.startsWith(`<!doctype html>\n<html lang="${language}"${direction}>`), name).toBe(true);
      expect(html, name).toMatch(/<title>[^<]{4,}<\/title>/);
      expect(html, name).toContain('<meta name="viewport"');
      expect(html, name).toContain('<meta name="robots" content="noindex">');
      expect(html, name).toContain('<meta name="color-scheme" content="light dark">');
      expect(html, name).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  test('has one main element with a state, one h1, unique ids, and references only to existing ids', () => {
    for (const { name, html } of documents) {
      expect(html.match(/<main[^>]* data-state="[a-z_]+"/g), name).toHaveLength(1);
      expect(html.match(/<h1>/g), name).toHaveLength(1);
      const ids = attributeValues(html, 'id');
      expect(new Set(ids).size, name).toBe(ids.length);
      const references = [
        ...attributeValues(html, 'for'),
        ...attributeValues(html, 'aria-describedby').flatMap((list) => list.split(' ')),
      ];
      expect(
        references.filter((id) => !ids.includes(id)),
        name,
      ).toEqual([]);
    }
  });

  test('obeys its own content security policy', () => {
    for (const { name, html } of documents) {
      const tags = tagsOf(html);
      expect(
        tags.filter((tag) => /\s(style|on[a-z]+)\s*=/i.test(tag)),
        name,
      ).toEqual([]);
      expect(
        tags.filter((tag) => /^<(style|script)/.test(tag) && !tag.includes(`nonce="${samplePage.nonce}"`)),
        name,
      ).toEqual([]);
      expect(
        tags.filter((tag) => /\ssrc=|^<(img|iframe|object)/.test(tag)),
        name,
      ).toEqual([]);
      expect(html, name).not.toMatch(/javascript:|@import|url\(/);
    }
  });

  test(`is at most ${compressedBytesMax} bytes after gzip`, () => {
    for (const { name, html } of documents) {
      expect(gzipSync(html).length, name).toBeLessThanOrEqual(compressedBytesMax);
    }
  });

  test('has only forms that post to this host and have a button', () => {
    for (const { name, html } of documents) {
      for (const form of html.match(/<form.*?<\/form>/gs) ?? []) {
        expect(form, name).toMatch(/^<form[^>]* method="post" action="\/pay\/tok/);
        expect(form, name).toContain('<button');
      }
    }
  });
});

test('every template renders the same view', () => {
  for (const [kind, view] of Object.entries(sampleViews)) {
    const mains = templates.map((template) =>
      /<main.*<\/main>/s.exec(textOf(renderPage({ ...samplePage, template, view }))),
    );
    expect(mains[1]?.[0], kind).toBe(mains[0]?.[0]);
    expect(mains[2]?.[0], kind).toBe(mains[0]?.[0]);
  }
});

test('the script is at most 3,400 bytes after gzip and cannot close its element', () => {
  expect(gzipSync(script).length).toBeLessThanOrEqual(scriptBytesMax);
  expect(script).not.toMatch(/<\/script|<!--/i);
});

describe('hostile text from a merchant or a customer', () => {
  const hostile = `"><script>alert(1)</script>'</title></style> onload='x`;

  function filled(view: View, text: string): View {
    const fields = JSON.parse(
      JSON.stringify(view, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value)),
      (key, value) => {
        if (value === null) return null;
        if (/^(operator_name|name|phone|reference|dial|title|sentence|.*url|short_code|.*_href)$/.test(key))
          return text;
        if (key === 'amount_minor') return BigInt(value.slice(0, -1));
        return key.endsWith('_at') ? new Date(value) : value;
      },
    );
    return fields as View;
  }

  function pageWith(view: View, template: Page['template'], text: string): string {
    const links = Object.fromEntries(Object.keys(samplePage.links).map((key) => [key, text])) as unknown;
    const languageLinks = inEachLanguage(() => text);
    return textOf(
      renderPage({
        ...samplePage,
        template,
        mode: 'test',
        shop_name: text,
        description: text,
        links: { ...(links as Page['links']), languages: languageLinks },
        view: filled(view, text),
      }),
    );
  }

  for (const template of templates) {
    test(`changes no tag and no attribute of ${template}`, () => {
      for (const [kind, view] of Object.entries(sampleViews)) {
        const shape = (html: string) => tagsOf(html).map((tag) => tag.replace(/"[^"]*"/g, '""'));
        const attacked = pageWith(view, template, hostile);
        expect(shape(attacked), kind).toEqual(shape(pageWith(view, template, 'x')));
        expect(attacked, kind).not.toContain('<script>alert');
        expect(attacked, kind).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      }
    });
  }

  test('changes nothing on the page for one-time codes', () => {
    const shape = (code: string) =>
      tagsOf(entryPage('fr', code, true)).map((tag) => tag.replace(/"[^"]*"/g, '""'));
    expect(shape(hostile)).toEqual(shape('x'));
  });

  test('changes nothing on the sandbox page', () => {
    expect(tagsOf(sandboxPage('fr', hostile))).toEqual(tagsOf(sandboxPage('fr', 'x')));
  });
});

describe('the brand colour', () => {
  const cases: readonly [primary_color: string | null, accent: string][] = [
    [null, '--checkout-primary:#1d4ed8;--on-primary:#ffffff'],
    ['#FFCC00', '--checkout-primary:#FFCC00;--on-primary:#000000'],
    ['red;}</style><script>', '--checkout-primary:#1d4ed8;--on-primary:#ffffff'],
  ];
  for (const [primary_color, accent] of cases) {
    test(`${primary_color} is set in exactly one place`, () => {
      for (const template of templates) {
        const html = textOf(renderPage({ ...samplePage, template, primary_color }));
        expect(html.match(/--checkout-primary\s*:/g)).toHaveLength(1);
        expect(html).toContain(accent);
        const own = renderAccent(accentOf(primary_color), template);
        expect(html.split(own)).toHaveLength(2);
        if (primary_color) expect(html.replace(own, '')).not.toContain(primary_color);
      }
    });
  }
});
