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
With a test key no operator is called and no money moves. The last two digits of the phone number, of the payer or the recipient, decide the outcome. Any valid number will do, for instance \`+2250548151600\`: its owner is never contacted or charged.

${table(['Digits', 'What happens', 'How'], rows)}

Before you go live, try at least \`12\` (no response, then paid), \`18\` (failed first, paid later) and \`01\` (not enough money).
`.trim(),
};
