import { encode } from 'uqr';
import { type Html, html } from '../../http/html.ts';

/** White modules around the code, so that cameras find its edges (ISO/IEC 18004, "quiet zone"). */
export const quietZone = 4;

/** A QR code as one drawing. Black on white in every colour scheme: many cameras cannot read inverted codes. */
export function renderQr(text: string, label: string): Html {
  // Any mask can be scanned; comparing all eight would take ten times as long.
  const { data, size } = encode(text, { border: 0, boostEcc: true, maskPattern: 0 });
  const side = size + 2 * quietZone;
  const start = -quietZone;
  return html`<svg class="qr" viewBox="${start} ${start} ${side} ${side}" width="224" height="224" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M${start} ${start}h${side}v${side}H${start}"/><path stroke="#000" stroke-width="1" stroke-linecap="butt" d="${drawModules(data)}"/></svg>`;
}

/** Draws a code as the `d` of a path of strokes one module wide. */
export function drawModules(data: readonly (readonly boolean[])[]): string {
  return data.map(drawRow).join('');
}

/**
 * Draws a line through the middle of the row for each run of dark modules. Relative steps compress twice as well
 * as positions.
 */
function drawRow(row: readonly boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('');
  const runs = signs.trimEnd().match(/#+| +/g) ?? [];
  const steps = runs.map((run) => (run.startsWith('#') ? `h${run.length}` : `m${run.length} 0`));
  return `M0 ${y}.5${steps.join('')}`;
}
