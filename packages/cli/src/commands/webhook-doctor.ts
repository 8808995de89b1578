import { examineEndpoint, type Report } from '@guichet/core/events/webhooks/doctor/examine';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addWebhookDoctorCommand(webhooks: Command, shell: Shell): void {
  webhooks
    .command('doctor')
    .argument('<endpoint>', 'id of the endpoint')
    .description(
      'send test events to an endpoint, rightly and wrongly signed, and say what is wrong and how to mend it; ' +
        'exit code 1 when something is',
    )
    .addOption(jsonOption())
    .action(async (endpoint_id: string, options: Json) => {
      await withContext(shell, options, async (ctx) => {
        const report = await examineEndpoint(ctx, {}, { endpoint_id });
        if (!report.ok) shell.exitCode = 1;
        return options.json ? report : reportText(report);
      });
    });
}

/** A report for people: one line a probe, and below it what to do. */
export function reportText({ endpoint_id, url, ok, findings }: Report): string {
  const lines = findings.flatMap(({ probe, ok: isFine, problem, detail, fix }) => {
    const mark = isFine ? (problem === null ? 'ok' : 'note') : 'wrong';
    const line = `${mark.padEnd(6)} ${probe.padEnd(18)} ${detail}`;
    return fix === null ? [line] : [line, `${' '.repeat(26)}fix: ${fix}`];
  });
  const summary = ok ? 'Webhooks get through.' : 'Webhooks do not get through as they should.';
  return [`${endpoint_id} ${url}`, ...lines, summary].join('\n');
}
