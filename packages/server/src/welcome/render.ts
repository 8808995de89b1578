import type { PageParts } from '../checkout-page/compress.ts';
import type { Language } from '../checkout-page/page.ts';
import { languageAttributes } from '../checkout-page/parts/languages.ts';
import { compact } from '../checkout-page/style.ts';
import { html, raw } from '../http/html.ts';
import { welcome_texts } from './texts.ts';

const css = compact(`
*{box-sizing:border-box;margin:0}
html{color-scheme:light dark}
body{background:#f5f6f8;color:#111827;font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;padding:32px 20px}
main{max-width:880px;margin:auto}
h1{font-size:28px;line-height:1.2;letter-spacing:-.02em}
[dir=rtl] h1{letter-spacing:0}
main>p{margin-top:8px;color:#4b5563}
ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:16px;margin-top:24px;padding:0;list-style:none}
li a{display:block;height:100%;padding:20px;border:1px solid #e3e6ea;border-radius:12px;background:#fff;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{border-color:#1d4ed8}
a:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
li strong{display:block;margin-bottom:4px;font-size:17px;color:#1d4ed8}
.quiet a{display:inline-block;padding:12px 0;color:inherit}
@media(prefers-color-scheme:dark){body{background:#0d0f12;color:#f1f3f6}main>p{color:#a7b0bd}li a{background:#15181d;border-color:#2a3038}li strong{color:#93b4ff}}`);

/**
 * The welcome page: one door for each kind of visitor.
 *
 * @param options.has_demo true in development: a third door leads to a demo payment
 */
export function renderWelcome(options: {
  readonly language: Language;
  readonly nonce: string;
  readonly has_demo: boolean;
}): PageParts {
  const { language, nonce, has_demo } = options;
  const texts = welcome_texts[language];
  const doors = [
    ['/dashboard', texts.dashboard] as const,
    ['/docs', texts.docs] as const,
    ...(has_demo ? [['/demo', texts.demo] as const] : []),
  ];
  const page = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>Guichet</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="description" content="${texts.about}">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(css)}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.about}</p>
<ul>${doors.map(([href, [name, about]]) => html`<li><a href="${href}"><strong>${name}</strong>${about}</a></li>`)}</ul>
<p class="quiet"><a href="/verify">${texts.verify}</a></p>
</main>
</body>
</html>
`;
  return [String(page)];
}
