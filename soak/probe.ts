import { readdirSync } from 'node:fs';
import { countKept } from '../test-support/count-kept.ts';
import type { ProcessFigures } from './figures.ts';

// Loaded by `--import` before the service, which knows nothing of it. It answers each message with what the process
// keeps, and holds nothing open itself.
process.on('message', async () => {
  // Before the collection: it returns memory that would otherwise stay.
  const rss_bytes = process.memoryUsage.rss();
  const { heap_bytes, ...counts } = await countKept();
  const figures: ProcessFigures = {
    heap_mb: heap_bytes / 2 ** 20,
    rss_mb: rss_bytes / 2 ** 20,
    ...counts,
    descriptors: readdirSync('/proc/self/fd').length,
    sockets: process.getActiveResourcesInfo().filter((name) => /TCP|Pipe/.test(name)).length,
  };
  process.send?.(figures);
});
process.channel?.unref();
