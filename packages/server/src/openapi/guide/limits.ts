import type { Section } from './section.ts';

export const limits: Section = {
  id: 'rate-limits',
  title: 'Rate limits',
  markdown: `
Each key may make 100 requests a second, and 200 at once; on the operations that need no key, each address and each session token 20 a second, and 40 at once; each session can pay, or send a one-time code, once a second, and 5 times at once. Whoever runs this service may have set other limits. Answers say how you stand:

\`\`\`http
RateLimit-Policy: "key";q=200;w=2
RateLimit: "key";r=173;t=1
\`\`\`

\`q\` requests are allowed in \`w\` seconds; \`r\` are left, and in \`t\` seconds all are back. Above the limit the answer is a 429 \`rate_limited\` with \`Retry-After\` in seconds. Wait that long: asking sooner is refused again, but does not make the wait longer.
`.trim(),
};
