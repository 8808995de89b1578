import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the systemd unit waits for the network at boot, and never stops trying to start', async () => {
  const page = await readFile(new URL('../../docs/operating/deploy.md', import.meta.url), 'utf8');
  const unit =
    /^# \/etc\/systemd\/system\/guichet\.service\n(?<text>.*?)^```$/ms.exec(page)?.groups?.text ?? '';
  const sections = Object.fromEntries(
    unit.split(/^\[(?=\w+\]$)/m).map((section) => {
      const [name = '', lines = ''] = section.split(']\n');
      return [name, lines.trim().split('\n')];
    }),
  );
  // By default, systemd restarts a unit after 0.1 s, and gives up after five starts within ten seconds.
  expect(sections.Unit).toEqual([
    'Wants=network-online.target',
    'After=network-online.target',
    'StartLimitIntervalSec=0',
  ]);
  expect(sections.Service).toEqual(expect.arrayContaining(['Restart=on-failure', 'RestartSec=5']));
});
