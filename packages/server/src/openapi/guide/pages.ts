import type { Section } from './section.ts';

export const pages: Section = {
  id: 'pages',
  title: 'Pages of a list',
  markdown: `
A list answers \`data\` with \`items\` and \`next_cursor\`. While \`next_cursor\` is not null there is more: ask again with it as \`cursor\`, and the same filters. \`limit\` is 1 to 100, 25 when left out. Customers come newest first, and what is new meanwhile does not shift the pages that you have yet to see.

Events are a feed: oldest first and without a gap. Ask with \`after\`, the id of the last event that you handled, and you miss none, however long you were away.
`.trim(),
};
