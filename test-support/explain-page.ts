import type { Page } from 'playwright-core';

/** The maximum number of characters of the page's text, and the maximum number of its events. */
const text_length_max = 600;
const events_max = 25;
/** The time limit for reading the text, because a page that hangs never returns it. */
const text_ms_max = 5_000;

/**
 * Runs a step on a page. If it fails, adds the page's URL, text, and last requests, responses and console
 * messages to the error.
 */
export async function explainPage<Result>(page: Page, step: () => Promise<Result>): Promise<Result> {
  const events: string[] = [];
  let is_over = false;
  const note = (event: string): void => {
    if (!is_over) events.push(event);
  };
  page.on('console', (message) => note(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => note(`script: ${error.message}`));
  page.on('request', (request) => note(`request ${request.method()} ${request.url()}`));
  page.on('response', (answer) => note(`response ${answer.status()} ${answer.url()}`));
  page.on('requestfailed', (request) => note(`failed ${request.url()} ${request.failure()?.errorText}`));
  try {
    return await step();
  } catch (error) {
    const text = await page.locator('body').innerText({ timeout: text_ms_max }).catch(String);
    const lines = [
      `${String(error)}\nThe page is at ${page.url()} and shows:`,
      text.slice(0, text_length_max).replaceAll('\n', '\n  '),
      'Its last events:',
      ...events.slice(-events_max),
    ];
    throw new Error(lines.join('\n  '), { cause: error });
  } finally {
    is_over = true;
  }
}
