import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { unpackChromium } from './chromium.ts';
import { chooseFreePort } from './service.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export interface Audit {
  /** Scores by category, 0 to 100. */
  readonly scores: Readonly<Record<string, number>>;
  /**
   * Names of the audits that have a weight and scored below the maximum, except those of the performance
   * category.
   */
  readonly shortfalls: readonly string[];
  /** The loaded resources, with their transferred bytes. */
  readonly loaded: readonly { readonly url: string; readonly bytes: number }[];
  /** Largest contentful paint, by Lighthouse's model of a cheap phone on a slow network. */
  readonly largest_paint_ms: number;
  /** The text of the element that the largest contentful paint shows; empty if there is none. */
  readonly largest_paint_text: string;
  /** The metrics of the performance score in Lighthouse's form: `Largest Contentful Paint 1.2 s`. */
  readonly figures: readonly string[];
}

export interface LighthouseBrowser {
  /**
   * Audits a page as on a phone with Lighthouse's own throttling.
   *
   * @param headers sent with every request, such as the cookie of a signed-in person
   * @throws Error when the page could not be audited
   */
  audit(
    url: string,
    categories: readonly Category[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Audit>;
  close(): Promise<void>;
}

/** Starts a Chromium that Lighthouse can control. */
export async function launchLighthouse(): Promise<LighthouseBrowser> {
  const { executable, env } = await unpackChromium();
  const port = await chooseFreePort();
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  });
  return {
    audit: (url, categories, headers = {}) => audit(url, port, categories, headers),
    close: () => browser.close(),
  };
}

async function audit(
  url: string,
  port: number,
  categories: readonly Category[],
  headers: Readonly<Record<string, string>>,
): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
    extraHeaders: { ...headers },
  });
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
  const { lhr } = result;
  const weighted = Object.entries(lhr.categories)
    .filter(([category]) => category !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs.filter(({ weight }) => weight > 0));
  const shortfalls = weighted.filter(({ id }) => (lhr.audits[id]?.score ?? 1) < 1);
  const details = lhr.audits['network-requests']?.details;
  const items = details && 'items' in details ? details.items : [];
  return {
    scores: Object.fromEntries(
      Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    shortfalls: [...new Set(shortfalls.map(({ id }) => id))],
    loaded: (items as { url: string; transferSize: number }[]).map(({ url, transferSize }) => ({
      url,
      bytes: transferSize,
    })),
    largest_paint_ms: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    largest_paint_text: readLargestText(lhr.audits['lcp-breakdown-insight']?.details),
    figures: (lhr.categories.performance?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => `${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue}`),
  };
}

/** Returns the text of the element, which is listed along with the phases of the paint. */
function readLargestText(details: unknown): string {
  const { items = [] } = (details ?? {}) as { items?: readonly { type?: string; nodeLabel?: string }[] };
  return items.find(({ type }) => type === 'node')?.nodeLabel ?? '';
}
