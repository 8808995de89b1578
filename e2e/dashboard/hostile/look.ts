import type { BrowserContext, Page } from 'playwright-core';

/** The script with which {@link watchFor} records effects on a page. */
const watch = `
  globalThis.hostile = () => (globalThis.has_run = true);
  globalThis.refused = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    globalThis.refused.push([effectiveDirective, blockedURI, sample].join(' ')));
`;

const find = `(() => {
  const found = [];
  if (globalThis.has_run) found.push('a script ran');
  for (const line of globalThis.refused ?? []) found.push('refused by the policy: ' + line);
  for (const element of document.querySelectorAll('[data-hostile]')) found.push('an element of text: ' + element.outerHTML);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push('a handler: ' + element.outerHTML.slice(0, 200));
      const plain = value.replace(/[\\u0000-\\u0020]/g, '').toLowerCase();
      const is_address = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset'].includes(name);
      if (is_address && /^(javascript|vbscript|data:(?!image\\/|,$))/.test(plain)) found.push('an address: ' + value);
    }
  }
  return found;
})()`;

/** Makes every page of a browser report when hostile text takes effect. @returns dialogs that were opened */
export async function watchFor(context: BrowserContext): Promise<readonly string[]> {
  const dialogs: string[] = [];
  await context.addInitScript(watch);
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

/** Finds the effects of hostile texts on a page and in its frames. */
export async function findDone(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate<string[]>(find)));
  return found.flat();
}

/** Reads all text on a page, including fields, collapsed parts, attributes for screen readers, and frames. */
export async function readPage(page: Page): Promise<string> {
  const read = `[
    document.title,
    document.body.textContent,
    ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    ...[...document.querySelectorAll('[aria-label], [title], [href]')].flatMap((element) =>
      ['aria-label', 'title', 'href'].map((name) => element.getAttribute(name) ?? '')),
  ].join('\\n')`;
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate<string>(read)));
  return texts.join('\n');
}
