import { runChecks } from './run-checks.ts';

declare const ORIGIN: string;

// biome-ignore lint/style/noDefaultExport: workerd looks for its handlers there.
export default {
  fetch: async (): Promise<Response> => Response.json(await runChecks(ORIGIN)),
};
