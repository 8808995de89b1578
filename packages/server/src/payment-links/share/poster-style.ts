import { compact } from '../../checkout-page/style.ts';

/** The ISO 216 sizes of a poster, in millimetres. They have the same proportions, so all lengths are in `em`. */
export const poster_sizes = {
  a5: { name: 'A5', width_mm: 148, height_mm: 210 },
  a6: { name: 'A6', width_mm: 105, height_mm: 148 },
} as const;
export type PosterSize = keyof typeof poster_sizes;

/** The width of a poster in its own `em`. */
const width_em = 37;

/** The look of a poster on the screen. Its paper is white in every colour scheme, as it is printed. */
const screen_css = `
*{box-sizing:border-box;margin:0}
body{background:#e8eaee;color:#111827;font:16px/1.4 system-ui,sans-serif;padding:16px}
nav{max-width:560px;margin:0 auto 16px;display:grid;gap:4px;justify-items:center;text-align:center}
nav div{display:flex;flex-wrap:wrap;justify-content:center;gap:0 4px}
nav a,nav b{padding:10px 8px;color:#1d4ed8}
nav b{color:#111827}
@media(prefers-color-scheme:dark){body{background:#0d0f12}nav{color:#f1f3f6}nav a{color:#93b4ff}nav b{color:#f1f3f6}}
.poster{width:37em;height:52.4em;margin:0 auto;background:#fff;color:#111827;display:flex;flex-direction:column;overflow:hidden;text-align:center;overflow-wrap:anywhere}
header{padding:1.3em 2em 1.1em}
header p{font-size:1.2em;line-height:1.3}
.shop{font-weight:700;line-height:1.3}
.cut{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
main{flex:1;min-height:0;display:flex;flex-direction:column;align-items:center;justify-content:space-evenly;padding:.6em 2.2em .7em}
h1{line-height:1.3;font-weight:600}
.sum{font-weight:750;letter-spacing:-.02em;line-height:1.15;margin-top:.12em}
.hint{font-size:1.3em;color:#4b5563}
svg{display:block;width:21em;height:21em;flex:0 1 auto;min-height:0}
.open{font-size:1.05em;color:#4b5563}
.address{direction:ltr;font:600 1.35em/1.3 ui-monospace,Consolas,monospace;margin-top:.1em}
.address span+span{margin-left:.4em}
ol{list-style:none;display:grid;grid-template-columns:1fr 1fr 1fr;gap:1em;padding:1em 1.6em;border-top:.1em solid #d5d9df;font-size:1.08em;line-height:1.3}
ol b{display:block;width:1.9em;height:1.9em;line-height:1.9em;margin:0 auto .35em;border-radius:50%}
.test{padding:.3em;background:#fdf3e1;color:#8a5300;font-weight:600}
.large{font-size:3em}.medium{font-size:2.2em}.small{font-size:1.5em}h1.large{font-size:2.5em}h1.medium{font-size:2em}`;

/** The print style of a size. Browsers leave out backgrounds unless told that they matter. */
function sizeCss({ width_mm, height_mm }: (typeof poster_sizes)[PosterSize]): string {
  const em = `${width_mm / width_em}mm`;
  return `
.poster{font-size:min(${em},calc((100vw - 32px)/${width_em}))}
@page{size:${width_mm}mm ${height_mm}mm;margin:0}
@media print{html,body{background:#fff;padding:0}nav{display:none}.poster{font-size:${em};width:${width_mm}mm;height:${height_mm}mm;-webkit-print-color-adjust:exact;print-color-adjust:exact;break-after:avoid}}`;
}

/** The style of each size. */
export const poster_css: Readonly<Record<PosterSize, string>> = {
  a5: compact(screen_css + sizeCss(poster_sizes.a5)),
  a6: compact(screen_css + sizeCss(poster_sizes.a6)),
};
