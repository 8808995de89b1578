import { examineEndpoint } from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import { actingForOwner } from '../acting.ts';
import { printResult } from '../print-result.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import type { Json } from './options.ts';
import { reportText } from './webhook-doctor.ts';

/**
 * Runs a command on an endpoint, then the webhook doctor. A problem that the doctor finds does not fail the
 * command, because the merchant's server may be set up later. The result, which may contain a secret that is shown
 * only once, is printed for people before the doctor starts.
 *
 * @param isTried false to skip the doctor
 */
export async function withDoctor<Result extends { readonly endpoint_id: string }>(
  shell: Shell,
  options: Json,
  isTried: boolean,
  command: (ctx: Context) => Promise<Result>,
): Promise<void> {
  await withContext<unknown>(shell, options, async (ctx) => {
    const { endpoint_id, ...result } = await command(ctx);
    if (!isTried) return result;
    if (options.json) return { ...result, doctor: await tryEndpoint(ctx, endpoint_id) };
    printResult(shell, result, false);
    const doctor = await tryEndpoint(ctx, endpoint_id);
    return 'error' in doctor ? `The endpoint could not be tested: ${doctor.error}` : reportText(doctor);
  });
}

/** Runs the doctor; a failure of the doctor itself must not hide the result of the command. */
async function tryEndpoint(ctx: Context, endpoint_id: string) {
  try {
    return await examineEndpoint(ctx, await actingForOwner(ctx, 'endpoint', endpoint_id), endpoint_id);
  } catch (error) {
    ctx.log.error({ err: error, endpoint_id }, 'the webhook doctor failed');
    return { endpoint_id, ok: false, findings: [], error: String(error) };
  }
}
