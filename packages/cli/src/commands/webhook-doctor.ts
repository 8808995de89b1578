import { type Examination, examineEndpoint } from '@guichet/core/events';
import type { Command } from 'commander';
import { actingForOwner } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addWebhookDoctorCommand(webhooks: Command, shell: Shell): void {
  webhooks
    .command('doctor')
    .argument('<endpoint>', 'id of the endpoint')
    .description(
      'send correctly and incorrectly signed test events to an endpoint, and explain how to fix any problem; ' +
        'exits with 1 if there is one',
    )
    .addOption(jsonOption())
    .action(async (endpoint_id: string, options: Json) => {
      await withContext(shell, options, async (ctx) => {
        const report = await examineEndpoint(
          ctx,
          await actingForOwner(ctx, 'endpoint', endpoint_id),
          endpoint_id,
        );
        if (!report.ok) shell.exitCode = 1;
        return options.json ? report : reportText(report);
      });
    });
}

/** Returns the report for people: one line per probe, followed by its fix. */
export function reportText({ endpoint_id, url, ok, findings }: Examination): string {
  const lines = findings.flatMap(({ probe, ok: isFine, problem, detail, fix }) => {
    const mark = isFine ? (problem === null ? 'ok' : 'note') : 'wrong';
    const line = `${mark.padEnd(6)} ${probe.padEnd(18)} ${detail}`;
    return fix === null ? [line] : [line, `${' '.repeat(26)}fix: ${fix}`];
  });
  const summary = ok ? 'Webhooks arrive.' : 'Webhooks do not arrive as they should.';
  return [`${endpoint_id} ${url}`, ...lines, summary].join('\n');
}
