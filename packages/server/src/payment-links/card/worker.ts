import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);

/** Latin, Arabic, Greek and Cyrillic letters; an SVG can use no others, and loads nothing. */
const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}`)),
);
const options = {
  font: { fontBuffers: fonts, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
} as const;

await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));

/** Paints each SVG that arrives, in turn. Null says that it could not be painted. */
parentPort?.on('message', (svg: string) => parentPort?.postMessage(paint(svg)));

function paint(svg: string): Uint8Array | null {
  try {
    return new Resvg(svg, options).render().asPng();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)));
    return null;
  }
}
