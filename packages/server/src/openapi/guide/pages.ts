import type { Section } from './section.ts';

export const pages: Section = {
  id: 'pages',
  title: 'Pagination',
  markdown: `
A list returns \`items\` and \`next_cursor\` in \`data\`. While \`next_cursor\` is not null there are more: request the next page with it as \`cursor\` and the same filters. \`limit\` is 1 to 100, 25 by default. Customers are listed newest first, and new ones do not shift the pages that you have yet to read.

Events are a feed: oldest first and without gaps. Pass \`after\`, the id of the last event that this list has given you (not of one that came by webhook, because an older one may still be on its way), and you miss none, however long you were away. Omit it the first time.
`.trim(),
};
