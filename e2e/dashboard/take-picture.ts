import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder where screenshots are saved for review. */
const { SCREENSHOTS: folder } = process.env;

/** Saves a picture of the whole page, in both sizes, light and dark, if requested. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}
