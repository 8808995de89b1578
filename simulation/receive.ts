import { storeCallback } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { CallbackCall } from '@guichet/simulators/contract';
import { visitor } from '../test-support/actors.ts';
import { InjectedFault } from './mortal-pool.ts';

/**
 * Passes a callback to the service as its route does. A rejection is a breach: every account of a history exists.
 */
export async function receive(ctx: Context, call: CallbackCall, breaches: string[]): Promise<void> {
  const { pathname, search } = new URL(call.url);
  const [, , connector = '', account_id = '', reference = null] = pathname.split('/');
  try {
    await storeCallback(ctx, visitor, {
      connector,
      account_id,
      reference,
      method: call.method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(
        Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: Buffer.from(call.body, 'utf8'),
    });
  } catch (error) {
    // The provider gets a 500, and may or may not send the callback again.
    if (error instanceof InjectedFault) return;
    if (!(error instanceof AppError)) throw error;
    breaches.push(`a callback was refused: ${error.code}`);
  }
}
