import { createCashier, createTill } from '@guichet/core/accounts';
import { pairTill } from '@guichet/core/serving';
import { commandOf, visitor } from '../../../../../test-support/actors.ts';
import type { TestService } from '../../../../../test-support/service.ts';
import { type Answer, send } from '../../testing/send.ts';
import { postForm } from '../../testing/visitor.ts';
import type { CounterPage } from '../page.ts';

type Language = CounterPage['language'];

/** A device that keeps cookies as a browser does. */
export interface Device {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Posts a form, and follows the redirect. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer & { readonly path: string }>;
  /** The cookies, as in the header. */
  cookie(): string;
}

/** Makes a device without cookies. @param cookies of another device */
export function makeDevice(service: Pick<TestService, 'url'>, cookies = ''): Device {
  const kept = new Map(
    cookies.split('; ').flatMap((one) => (one === '' ? [] : [one.split('=') as [string, string]])),
  );
  const cookie = (): string => [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({ headers }: Answer): void => {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    }
  };
  const get: Device['get'] = async (path, headers = {}) => {
    const answer = await send(service.url, path, {
      headers: { 'accept-language': 'en', cookie: cookie(), ...headers },
    });
    keep(answer);
    return answer;
  };
  return {
    get,
    cookie,
    post: async (path, fields) => {
      const answer = await postForm(service, path, new URLSearchParams(fields).toString(), {
        'accept-language': 'en',
        cookie: cookie(),
      });
      keep(answer);
      if (answer.status !== 303) return { ...answer, path };
      const next = String(answer.headers.location);
      return { ...(await get(next)), path: next };
    },
  };
}

/** A till of a merchant with one cashier. */
export interface OpenTill {
  readonly till_id: string;
  readonly cashier_id: string;
  readonly pin: string;
  readonly device: Device;
}

let names = 0;

/** Creates a till and a cashier of a merchant, pairs a device, and signs the cashier in. */
export async function openTill(
  service: TestService,
  merchant_id: string,
  {
    currency = 'XOF',
    language = 'en',
    signs_in = true,
  }: { readonly currency?: string; readonly language?: Language; readonly signs_in?: boolean } = {},
): Promise<OpenTill> {
  const actor = commandOf(merchant_id);
  const name = `Awa ${++names}`;
  const { till, code } = await createTill(service.ctx, actor, { name: 'Till 1', currency, language });
  const { cashier, pin } = await createCashier(service.ctx, actor, { name });
  // Not by the form, because the codes that one address enters are limited.
  const device = makeDevice(service, `guichet_till=${await pairTill(service.ctx, visitor, code)}`);
  if (signs_in) await device.post('/caisse/sign-in', { cashier: cashier.id, pin });
  return { till_id: till.id, cashier_id: cashier.id, pin, device };
}
