import type { Section } from './section.ts';

export const versions: Section = {
  id: 'versions',
  title: 'Versioning',
  markdown: `
The interface is versioned by its path: this is \`/v1\`. Within a version we only make additions, which your code must tolerate: new operations, new fields in responses and events, new optional fields in requests, new values of \`status\`, \`code\` and the like, and new types of events. Nothing is removed, renamed or narrowed, no optional field becomes required, and no response field becomes nullable: an automatic check compares each change with the last release.
`.trim(),
};
