import type { Section } from './section.ts';

export const limits: Section = {
  id: 'rate-limits',
  title: 'Rate limits',
  markdown: `
Each key may make 100 requests per second with bursts of 200. Operations without a key allow each address and each session token 20 per second with bursts of 40; each session can pay or send a one-time code once per second with bursts of 5. Your service may have other limits. Responses show the current state:

\`\`\`http
RateLimit-Policy: "key";q=200;w=2
RateLimit: "key";r=173;t=1
\`\`\`

\`q\` requests are allowed in \`w\` seconds; \`r\` are left, and the full quota is back in \`t\` seconds. Above the limit the response is 429 \`rate_limited\` with \`Retry-After\` in seconds. Wait that long: requests before then are refused too, but do not extend the wait.
`.trim(),
};
