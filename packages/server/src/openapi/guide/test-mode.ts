import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { type Section, table } from './section.ts';

const rows = scenarios.map(({ digits, title, details }) => [
  digits === 'other' ? 'any other' : `\`${digits}\``,
  title,
  details,
]);

export const test_mode: Section = {
  id: 'test-mode',
  title: 'Test mode',
  markdown: `
With a test key no network is reached and no money moves. What happens is decided by the last two digits of the phone number, the payer's or the recipient's. Any number that exists will do, for instance \`+2250548151600\`: nobody is ever called or charged.

${table(['Digits', 'What happens', 'How'], rows)}

Try at least \`12\` (no answer, then paid), \`18\` (first failed, later paid) and \`01\` (not enough money) before you go live.
`.trim(),
};
