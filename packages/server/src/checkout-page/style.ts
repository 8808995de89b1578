import type { BrandTemplate } from '@guichet/core/platform';
import type { Accent } from './accent.ts';

/**
 * The only place where the merchant's colour enters the page; everything else refers to it. Browsers without variables
 * (Opera Mini) get it as a literal, where it matters most.
 */
export function renderAccent({ color, text, away }: Accent, template: BrandTemplate): string {
  const top = template === 'abidjan' ? `body{background:${color}}header{color:${text}}` : '';
  const literals = `.button{background:${color};color:${text}}${top}`;
  return `:root{--checkout-primary:${color};--on-primary:${text};--off-primary:${away}}@supports not (color:var(--a)){${literals}}`;
}

/**
 * Writes each colour as a literal before the variable: a browser without variables drops a whole declaration that
 * contains one, and with it lines, backgrounds and the colour of texts.
 */
export function withLiterals(css: string): string {
  const light = new Map<string, string>();
  return css.replace(/[^;{}]+/g, (part) => {
    const colon = part.indexOf(':');
    const [name, value] = [part.slice(0, colon), part.slice(colon + 1)];
    // The light scheme comes first.
    if (name.startsWith('--') && value.startsWith('#') && !light.has(name)) light.set(name, value);
    if (name.startsWith('--') || !value.includes('var(')) return part;
    const literal = value.replace(/var\((--[\w-]+)\)/g, (use, role: string) => light.get(role) ?? use);
    return literal.includes('var(') ? part : `${name}:${literal};${part}`;
  });
}

/** CSS without the line breaks and indentation of the source. */
export function compact(css: string): string {
  return css.replace(/(?<!\s)\s*\n\s*/g, '').replaceAll(';}', '}');
}

/** The lower edge of a torn-off receipt: teeth 12 px wide. */
export const tornEdgeCss = ['-webkit-mask', 'mask']
  .map(
    (name) => `${name}:conic-gradient(from -45deg at bottom,#0000,#000 1deg 89deg,#0000 90deg) 50%/12px 100%`,
  )
  .join(';');

/** Colours by role in both schemes, type scale 13/15/17/22/34 px in rem, 4 and 8 px grid. */
const tokens = `
:root{color-scheme:light dark;--ink:#111827;--quiet:#4b5563;--paper:#fff;--wash:#f5f6f8;--line:#e3e6ea;--edge:#868e9a;
--good:#0f7a4d;--warn:#8a5300;--bad:#b42318;--good-wash:#e8f5ee;--warn-wash:#fdf3e1;--bad-wash:#fdeeec}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f6;--quiet:#a7b0bd;--paper:#15181d;--wash:#0d0f12;--line:#2a3038;--edge:#77808d;
--good:#5ecf98;--warn:#f0b860;--bad:#ff8f82;--good-wash:#15291f;--warn-wash:#2c2313;--bad-wash:#321a18}}`;

const ground = `
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
a,.link{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px;border-radius:4px}
main:focus{outline:0}
fieldset{border:0;padding:0;min-width:0}
legend{padding:0}
code{font:inherit;font-size:.8125rem}
svg{stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;flex:none}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wide,.aid{display:none}
[hidden]{display:none!important}
@media(min-width:760px){.wide{display:block}}
.test{padding:6px 20px;background:var(--warn-wash);color:var(--warn);font-size:.8125rem;font-weight:600;text-align:center}`;

const summary = `
.top{display:flex;align-items:center;justify-content:space-between;gap:16px}
.shop{display:flex;align-items:center;gap:10px;padding:8px 0;font-weight:600;line-height:1.35}
.logo{flex:none;border-radius:6px}
.what{color:var(--quiet);font-size:.9375rem;max-width:34em}
.amount{font-size:2.125rem;line-height:1.2;font-weight:650;letter-spacing:-.02em;margin-top:2px}
.amount small{font-size:.5em;font-weight:600;letter-spacing:0;color:var(--quiet);margin:0 .1em}
footer{display:flex;align-items:center;justify-content:center;gap:6px;margin-top:24px;color:var(--quiet);font-size:.8125rem}
footer svg{width:18px;height:18px}
.soon{color:var(--warn);font-weight:600}
.soon time:after{content:" · " attr(data-soon)}`;

const words = `
h1{font-size:clamp(1.1875rem,5.6vw,1.375rem);line-height:1.3;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
main p{max-width:34em}
.lead{margin-top:8px}
.lead strong{display:block}
.lead+p{margin-top:12px}
.hint{margin-top:12px;color:var(--quiet);font-size:.9375rem}
.centred{text-align:center}
.status{--place:auto;text-align:center}
.status p{margin-inline:auto;text-wrap:balance}
.status .hint{margin-top:16px}
.hint a{display:inline-block;padding:4px 0}
.notice{padding:14px 16px;margin-bottom:24px;border-radius:12px;background:var(--bad-wash);font-size:.9375rem}
.notice strong{color:var(--bad)}
.problem{margin-top:8px;color:var(--bad);font-size:.9375rem;font-weight:600}
.dial{font-weight:650;white-space:nowrap;display:inline-block;padding:4px 0}
.field input{direction:ltr}
[dir=rtl] *{letter-spacing:0}
[dir=rtl] .amount{direction:ltr;text-align:right}
.sent{margin-top:12px;font-size:.9375rem;color:var(--quiet)}
.wrong{font-size:.9375rem;color:var(--quiet)}
.wrong summary{display:inline-block;min-height:48px;padding:12px 8px;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.aside{width:100%;margin-top:20px;padding:8px 16px;border:1px solid var(--line);border-radius:12px;font-size:.9375rem}
.count{display:table;margin-top:16px;padding:4px 16px;border-radius:99px;background:var(--wash);font-weight:650}
.status .count{margin-inline:var(--place) auto}`;

const ways = `
.offers{margin-top:8px;border:1px solid var(--line);border-radius:12px;overflow:hidden}
.offers label,.offers button,.chosen{display:flex;align-items:center;gap:12px;min-height:56px;padding-block:8px;padding-inline:8px 16px}
.offers label,.offers button{cursor:pointer}
.offers button{width:100%;border:0;background:none;color:inherit;font:inherit;text-align:start}
.offers div+div,.offers button+button{border-top:1px solid var(--line)}
.pick{display:flex;flex-wrap:wrap;align-items:center;gap:0 12px;margin-top:12px}
.chosen{flex:1 1 10rem;border:1px solid var(--edge);border-radius:12px}
.chosen:has(+[open]){display:none}
.ways[open]{flex:1 0 100%}
.ways summary{display:inline-flex;align-items:center;min-height:48px;font-size:.9375rem;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.ways legend{font-weight:600}
.keep{display:flex;align-items:center;gap:12px;min-height:48px;margin-bottom:-12px;font-size:.9375rem;cursor:pointer}
.keep input{flex:none;width:22px;height:22px;margin:0;accent-color:var(--ink)}
.or{margin-top:16px;color:var(--quiet);font-size:.9375rem}
.offers button:hover,.offers label:hover,.offers label:has(:checked){background:var(--wash)}
.offers :focus-visible{outline-offset:-3px}
.offers label:has(:focus-visible){outline:3px solid var(--ink);outline-offset:-3px}
.text{flex:1;line-height:1.3}
.text b{display:block;font-weight:600}
.fee{color:var(--quiet);font-size:.875rem;unicode-bidi:plaintext}
@media(min-width:400px){.text{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 12px}.fee{font-size:.9375rem}}
[type=radio]{order:9;appearance:none;flex:none;width:22px;height:22px;border:2px solid var(--edge);border-radius:50%;background:var(--paper)}
[type=radio]:checked{border:7px solid var(--ink)}
.country{margin-top:16px}
.country legend{color:var(--quiet);font-size:.9375rem;font-weight:600}
.country .offers{margin-top:8px}
.mark{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:10px;background:var(--line);color:var(--ink);font-size:11px;line-height:1;font-weight:700;letter-spacing:-.01em}
.mtn{background:#ffcb05;color:#000}
.orange{background:#ff7900;color:#000;font-size:15px}
.wave{background:#1dc8ff;color:#00243a}
.moov{background:#0060ae;color:#fff}
.mpesa{background:#1c7c33;color:#fff;font-size:9px}
.airtel{background:#d80013;color:#fff}
.yas{background:#221a63;color:#ffd400;font-size:15px}
.celtiis{background:#12387f;color:#fff;font-size:9px}
.telecel{background:#d7001c;color:#fff;font-size:9px}
.expresso{background:#0a63ad;color:#fff;font-size:9px}
.zamani{background:#f58a1f;color:#000;font-size:9px}
.airteltigo{background:#1b3f94;color:#fff}
.africell{background:#7b1e7a;color:#fff}
.halotel{background:#f47b20;color:#000}
.lumicash{background:#ffd100;color:#00402c}
.ecocash{background:#0a4d9c;color:#fff}
.telebirr{background:#8bc53f;color:#000}
.zamtel{background:#007a3d;color:#fff;font-size:9px}
.tnm{background:#00703c;color:#fff}
.movitel{background:#f58220;color:#000;font-size:9px}
.mkesh{background:#ffcb05;color:#1d1d1b}
.mvola{background:#ffe100;color:#00402c}
.sandbox.mark{background:none;border:2px dashed var(--edge)}
.way{display:flex;flex-wrap:wrap;align-items:center;gap:12px;margin-top:16px}
.way p{flex:1 1 9rem;font-weight:600;line-height:1.35}
.way p span{display:block;color:var(--quiet);font-size:.9375rem;font-weight:400}
.way .link{margin-inline-end:-8px}`;

const fields = `
.field{margin-top:12px}
.field~.field{margin-top:16px}
.number{display:flex;flex-wrap:wrap;margin-top:8px;border:1px solid var(--edge);border-radius:12px;background:var(--paper)}
.number:focus-within{outline:3px solid var(--ink);outline-offset:-2px}
.number:has([aria-invalid]){border:2px solid var(--bad)}
.number select{flex:1 0 100%;min-width:0;min-height:48px;padding:0 12px;border:0;border-bottom:1px solid var(--line);border-radius:12px 12px 0 0;background:var(--paper);color:inherit;font:inherit;font-size:.9375rem}
.code-of{display:flex;align-items:center;padding-inline-start:16px;color:var(--quiet)}
.label{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 8px}
.label span{color:var(--quiet);font-size:.8125rem}
.label label{font-size:.9375rem;font-weight:600}
.field input{display:block;width:100%;min-height:52px;margin-top:6px;padding:8px 16px;border:1px solid var(--edge);border-radius:12px;background:var(--paper);color:inherit;font:inherit;font-variant-numeric:inherit;font-size:1.1875rem}
.field input:focus{outline:3px solid var(--ink);outline-offset:-2px}
.field [aria-invalid]{border:2px solid var(--bad)}
.field .number input{flex:1 1 9rem;width:auto;min-width:0;margin:0;border:0;outline:0;background:none}
.code{letter-spacing:.3em}
[autocapitalize]{text-transform:uppercase}
.action{margin-top:20px}
.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:12px 20px;border:1px solid var(--off-primary);border-color:color-mix(in srgb,var(--checkout-primary) 80%,var(--ink));border-radius:12px;background:var(--checkout-primary);color:var(--on-primary);font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:color-mix(in srgb,var(--checkout-primary) 88%,var(--off-primary))}
.button:active{background:color-mix(in srgb,var(--checkout-primary) 76%,var(--off-primary))}
.button:focus-visible{border-radius:12px}
.button+.button{margin-top:12px}
.other{border-color:var(--edge);background:none;color:inherit}
.other:hover,.other:active{background:var(--wash)}
[aria-disabled]{opacity:.6;cursor:progress}
.link{display:inline-flex;align-items:center;gap:8px;min-height:48px;padding:0 8px;border:0;background:none;font:inherit;font-size:.9375rem;text-align:start;text-decoration:underline;cursor:pointer}
.quiet{margin-top:8px;text-align:center}
.quiet+.quiet{margin-top:0}
.quiet .link{color:var(--quiet)}
.link svg{width:20px;height:20px}`;

const otherScreen = `
.qr{display:block;width:224px;height:auto;max-width:100%;margin:16px auto 0;margin-inline-start:var(--place);border:1px solid var(--line);border-radius:12px;forced-color-adjust:none}
.by-hand{margin-top:20px;font-size:.9375rem}
.by-hand p+p{margin-top:4px}
.by-hand b{font-weight:600}
.by-hand .short-code{display:block;font-size:1.75rem;line-height:1.4;font-weight:650;letter-spacing:.08em}
div.wide{margin-top:24px;padding-top:16px;border-top:1px solid var(--line)}`;

const receipts = `
.receipt{margin-top:24px;padding:12px 20px 24px;background:var(--wash);font-size:.9375rem;text-align:start;${tornEdgeCss}}
.receipt div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 20px;padding:6px 0}
dt{flex:none;color:var(--quiet)}
dd{text-align:end;margin-inline-start:auto}
.receipt .total{margin-top:8px;padding-top:12px;border-top:1px dashed var(--edge);font-size:1.0625rem;font-weight:650}
.total dt{color:inherit}
.badge,.ring{display:grid;place-items:center;width:64px;height:64px;margin:8px auto 16px;margin-inline-start:var(--place);border-radius:50%;background:var(--wash)}
.badge svg{width:36px;height:36px}
.good{background:var(--good-wash);color:var(--good)}
.warn{background:var(--warn-wash);color:var(--warn)}
.bad{background:var(--bad-wash);color:var(--bad)}
.ring{position:relative;margin-block:24px 32px}
.ring svg{width:32px;height:32px}
.ring:before,.ring:after{content:"";position:absolute;inset:-4px;border:2px solid var(--checkout-primary);border-radius:50%}
.ring:after{inset:-14px;opacity:.25}
@media(prefers-reduced-motion:no-preference){
.badge.good path{stroke-dasharray:18;animation:draw .3s ease-out}
@keyframes draw{from{stroke-dashoffset:18}}
.ring:after{animation:breathe 3s ease-in-out infinite}
@keyframes breathe{50%{transform:scale(.88);opacity:.5}}
}`;

const testMode = `
.numbers{margin-top:16px;padding-top:4px;border-top:1px solid var(--line);color:var(--quiet);font-size:.9375rem}
.numbers summary{padding:12px 0;cursor:pointer}
.numbers dl{margin-top:8px}
.numbers div{display:flex;gap:16px;padding:3px 0}
.numbers dt{font-weight:600;color:var(--ink)}
.numbers dd{text-align:start;margin:0}
.sandbox:not(.mark){margin-top:20px;padding:16px;border:2px dashed var(--edge);border-radius:12px;font-size:.9375rem}
.sandbox button{min-width:120px;min-height:48px;margin:12px 4px 0;padding:0 16px;border:1px solid var(--edge);border-radius:12px;background:var(--paper);color:inherit;font:inherit;font-weight:600;cursor:pointer}`;

/** Styles for forced colors, such as Windows high contrast: borders convey what colors otherwise do. */
const forcedColors = `
@media(forced-colors:active){
[type=radio]{appearance:auto}
.offers label:has(:checked){outline:2px solid Highlight;outline-offset:-2px}
.mark,.badge,.notice,.count,.receipt{border:1px solid}
.receipt,.open{-webkit-mask:none;mask:none}
}`;

/** A list that opens over the page. Each row is tall enough for a thumb. */
const languages = `
.languages{position:relative;flex:none;margin-inline-end:-8px;font-size:.8125rem}
.languages summary{display:flex;align-items:center;gap:8px;min-height:48px;padding:0 8px;color:var(--quiet);cursor:pointer}
.languages summary:after{content:"";width:6px;height:6px;margin-bottom:3px;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
.languages ul{position:absolute;z-index:1;inset-inline-end:0;min-width:9rem;padding:4px 0;list-style:none;border:1px solid var(--edge);border-radius:12px;background:var(--paper);color:var(--ink)}
.languages a{display:flex;align-items:center;min-height:44px;padding:0 16px;font-size:.9375rem;text-decoration:none}
.languages a:hover{background:var(--wash)}
.languages :focus-visible{outline-color:currentColor;outline-offset:-3px}`;

/** The style that all templates share. */
export const commonCss = [
  tokens,
  ground,
  summary,
  words,
  ways,
  fields,
  otherScreen,
  receipts,
  testMode,
  forcedColors,
  languages,
].join('');
