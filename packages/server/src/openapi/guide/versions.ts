import type { Section } from './section.ts';

export const versions: Section = {
  id: 'versions',
  title: 'What may change',
  markdown: `
The interface is versioned by its path: this is \`/v1\`. Within it we only add. These are additions, and your code has to live with them: new operations, new fields in answers and events, new optional fields in requests, new values of \`status\`, \`code\` and the like, new kinds of events. Nothing is removed, renamed or narrowed, no optional field becomes required, and no field of an answer becomes null that was not: each change is compared with what was released before, by a program.
`.trim(),
};
