import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi, makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import type { TestService } from '../../test-support/service.ts';
import { shareService } from '../../test-support/shared-service.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await shareService();
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

async function makeReceipt() {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  const reference = String((await retrievePayment(service, payment_id)).reference);
  const text = await (await fetch(`${service.url}/r/${reference}`)).text();
  return { reference, code: /verify\?code=([\w-]+)/.exec(text)?.[1] ?? '' };
}

describe('the verification page', () => {
  test('in a saved copy tells genuine from forged with the network cut, and the state once it is back', async () => {
    const { reference, code } = await makeReceipt();
    const file = join(tmpdir(), `verify-${process.pid}.html`);
    await writeFile(file, await (await fetch(`${service.url}/verify`)).text());
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`file://${file}`);
    await page.context().setOffline(true);
    const check = async (text: string, until: RegExp): Promise<string> => {
      await page.locator('textarea').fill(text);
      await page.locator('button').click();
      await page.locator('output', { hasText: until }).waitFor();
      return page.locator('output').innerText();
    };
    const said = await check(code, /without a connection/);
    expect(said).toMatch(/^Genuine: .*25,500 to .* on /);
    const changed = Buffer.from(code, 'base64url');
    changed[40] = (changed[40] ?? 0) ^ 1;
    expect(await check(changed.toString('base64url'), /Not genuine/)).toContain('Hand nothing over');

    await page.context().setOffline(false);
    expect(await check(`${service.url}/verify?code=${code}`, /not refunded/)).toContain('Genuine');
    await callApi(service, `/api/v1/receipts/${reference}/collection`, {
      method: 'POST',
      key: service.demo.test_key,
    });
    expect(await check(code, /handed over on/)).toContain('Genuine');
    await page.close();
  });

  test('that a QR code opens shows the verdict of the service', async () => {
    const { code } = await makeReceipt();
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${service.url}/verify?code=${code}`);
    expect(await page.locator('output').innerText()).toMatch(/^Genuine/);
    await page.close();
  });
});

test('a camera reads the code of a receipt, as it is drawn on the screen', async () => {
  const { reference, code } = await makeReceipt();
  const page = await browser.newPage({ viewport: 'phone' });
  await page.goto(`${service.url}/r/${reference}`);
  const { pixels, side } = await page.evaluate<{ pixels: number[]; side: number }>(`(() => {
    const image = document.querySelector('figure img'), side = image.width;
    const drawing = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext('2d');
    drawing.imageSmoothingEnabled = false;
    drawing.drawImage(image, 0, 0, side, side);
    return { pixels: Array.from(drawing.getImageData(0, 0, side, side).data), side };
  })()`);
  const read = jsqr.default(Uint8ClampedArray.from(pixels), side, side);
  expect(read?.data).toBe(`${service.url}/verify?code=${code}`);
  await page.close();
});
