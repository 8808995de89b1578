import { inflateSync } from 'node:zlib';
import { updateProfile } from '@guichet/core/accounts';
import { piSpiText } from '@guichet/kernel/pi-spi';
import jsqr from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import type { TestService } from '../../../../../test-support/service.ts';
import { shareService } from '../../../../../test-support/shared-service.ts';
import { languages } from '../../checkout-page/texts/texts.ts';
import { callApi, type Json, makeMerchant } from '../../testing/api.ts';
import { type Answer, send } from '../../testing/send.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

async function makeLink(fields: Json = {}): Promise<{ readonly url: string; readonly path: string }> {
  const { body } = await callApi(service, '/api/v1/payment_links', {
    method: 'POST',
    key: service.demo.test_key,
    json: { title: 'Pagne wax', amount: 25_000, currency: 'XOF', ...fields },
  });
  const { url } = body.data as { readonly url: string };
  return { url, path: new URL(url).pathname };
}

const view = (path: string): Promise<Answer> =>
  send(service.url, path, { headers: { 'accept-language': 'en' } });
const wordsOf = ({ text }: Answer): string =>
  text
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

interface Picture {
  readonly side: number;
  isDark(x: number, y: number): boolean;
}

/** Reads a PNG of one bit a pixel, whose rows have no filter. */
function readPng(bytes: Buffer): Picture {
  const side = bytes.readUInt32BE(16);
  expect(bytes.readUInt32BE(20)).toBe(side);
  const start = bytes.indexOf('IDAT');
  const pixels = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
  const bytes_per_row = 1 + Math.ceil(side / 8);
  return {
    side,
    isDark: (x, y) => (((pixels[y * bytes_per_row + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0,
  };
}

/** Reads the path of an SVG: strokes of one module, from the left of each row. */
function readSvg(text: string): Picture {
  const [, start = '', side = ''] = /viewBox="(-\d+) -\d+ (\d+) \d+"/.exec(text) ?? [];
  const [, path = ''] = /<path stroke="#000" d="([^"]*)"/.exec(text) ?? [];
  const dark = new Set<string>();
  for (const [, row = '', steps = ''] of path.matchAll(/M0 (\d+)\.5([^M]*)/g)) {
    let x = 0;
    for (const [, kind, width = ''] of steps.matchAll(/([hm])(\d+)/g)) {
      for (let at = x; at < x + Number(width); at++) if (kind === 'h') dark.add(`${at} ${row}`);
      x += Number(width);
    }
  }
  return { side: Number(side), isDark: (x, y) => dark.has(`${x + Number(start)} ${y + Number(start)}`) };
}

/** Scans a picture, enlarged as a camera sees it. */
function scan({ side, isDark }: Picture, scale = 1): string | undefined {
  const width = side * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (isDark(Math.floor(x / scale), Math.floor(y / scale)))
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return jsqr.default(pixels, width, width)?.data;
}

describe('the QR code of a payment link', () => {
  test('as PNG opens the link, is at least 1,000 pixels wide and has its quiet zone', async () => {
    const { url, path } = await makeLink();
    const response = await fetch(`${service.url}${path}/qr.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const picture = readPng(Buffer.from(await response.arrayBuffer()));
    expect(picture.side).toBeGreaterThanOrEqual(1000);
    expect(scan(picture)).toBe(url);
    const first = Array.from({ length: picture.side }, (_, at) => at).find((at) => picture.isDark(at, at));
    // A finder pattern has seven modules, and its corner touches the quiet zone of four.
    const begin = first ?? 0;
    const width = Array.from({ length: picture.side }, (_, at) => at).findIndex(
      (at) => at > begin && !picture.isDark(at, begin),
    );
    expect((width - begin) / 7).toBe(begin / 4);
  });

  test('as SVG opens the link, and has a name', async () => {
    const { url, path } = await makeLink();
    const answer = await view(`${path}/qr.svg`);
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*aria-label="QR code/);
    expect(scan(readSvg(answer.text), 4)).toBe(url);
  });

  test('is found with the code in lower case', async () => {
    const { url, path } = await makeLink();
    expect(scan(readSvg((await view(`${path.toLowerCase()}/qr.svg`)).text), 4)).toBe(url);
  });
});

describe('a poster', () => {
  test.each(languages)(
    'in %s has merchant, title, amount, code and address, without script',
    async (lang) => {
      const { url, path } = await makeLink();
      const page = await view(`${path}/poster?lang=${lang}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`lang="${lang}"`);
      const code = path.slice(3);
      for (const words of ['Boutique Aya', 'Pagne wax', '25 000', `/l/${code}`])
        expect(wordsOf(page)).toContain(words);
      expect(page.text).toContain(`<span>${code.slice(0, 4)}</span><span>${code.slice(4)}</span>`);
      expect(page.text).not.toContain('<script');
      expect(scan(readSvg(page.text), 4)).toBe(url);
      expect(page.text.match(/<li>/g)).toHaveLength(3);
    },
  );

  test.each([
    ['a5', '148mm 210mm'],
    ['a6', '105mm 148mm'],
  ])('of the size %s is printed on %s', async (size, paper) => {
    const { path } = await makeLink();
    expect((await view(`${path}/poster?size=${size}`)).text).toContain(`@page{size:${paper};`);
  });

  test('has the merchant’s colour, with letters that can be read on it', async () => {
    await service.ctx.pool.query(`update merchants set primary_color = '#FFCC00' where id = $1`, [
      service.demo.merchant_id,
    ]);
    const { path } = await makeLink();
    expect((await view(`${path}/poster`)).text).toContain('background:#FFCC00;color:#000000');
  });

  test.each<[Json, string]>([
    [{ amount: undefined }, 'You choose the amount'],
    [{ amount: undefined, donation: true }, 'Give with mobile money'],
    [{ in_parts: true, deposit: 5_000 }, 'Can be paid in parts'],
  ])('of %j says %j', async (fields, words) => {
    const { path } = await makeLink(fields);
    expect(wordsOf(await view(`${path}/poster`))).toContain(words);
  });

  test('keeps hostile titles as text', async () => {
    const { path } = await makeLink({ title: '</style><script>alert(1)</script>"\u202Eevil' });
    const page = await view(`${path}/poster`);
    expect(page.text).not.toContain('<script');
    expect(page.text.match(/<\/style>/g)).toHaveLength(1);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('a code that no link has', () => {
  test.each(['qr.svg', 'qr.png', 'poster'])('has no %s', async (file) => {
    for (const code of ['00000000', 'nothing', '%00', "' or 1=1"]) {
      const page = await view(`/l/${encodeURIComponent(code)}/${file}`);
      expect([page.status, page.text.includes('No such payment link')], code).toEqual([404, true]);
    }
  });
});

test.each(['POST', 'PUT', 'DELETE'])('the files do not support %s', async (method) => {
  const { path } = await makeLink();
  expect((await send(service.url, `${path}/poster`, { method })).status).toBe(405);
});

describe('the code of PI-SPI', () => {
  const alias = '1f0a8c2e-6d5b-4e3a-9c7d-2b1e0f9a8d7c';

  test('exists once the merchant has an alias, and contains the amount and the reference', async () => {
    const merchant = await makeMerchant(service, { name: 'Boutique Aya' });
    const make = async (fields: Json): Promise<string> => {
      const json = { title: 'Pagne wax', currency: 'XOF', ...fields };
      const { body } = await callApi(service, '/api/v1/payment_links', {
        method: 'POST',
        key: merchant.key,
        json,
      });
      return new URL((body.data as { readonly url: string }).url).pathname;
    };
    const path = await make({ amount: 25_000 });
    expect((await view(`${path}/pi-spi.svg`)).status).toBe(404);
    const actor = commandOf(merchant.merchant_id, 'test');
    await updateProfile(service.ctx, actor, { pi_spi_alias: alias });
    const code = path.slice('/l/'.length);
    const read = async (of: string): Promise<string | undefined> =>
      scan(readSvg((await view(`${of}/pi-spi.svg`)).text), 4);
    expect(await read(path)).toBe(
      piSpiText({ alias, country: 'CI', amount_minor: 25_000n, reference: code }),
    );
    const png = await fetch(`${service.url}${path}/pi-spi.png`);
    expect(scan(readPng(Buffer.from(await png.arrayBuffer())))).toBe(await read(path));
    expect(await read(await make({}))).not.toContain('5405');
    expect((await view(`${await make({ amount: 5, currency: 'GHS' })}/pi-spi.svg`)).status).toBe(404);
    await expect(updateProfile(service.ctx, actor, { pi_spi_alias: 'mine' })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
  });
});
