import { readdirSync } from 'node:fs';
import { countKept } from '../test-support/count-kept.ts';
import type { ProcessFigures } from './figures.ts';

// Loaded by `--import` before the service, which is unaware of it. It responds to each message with the resources
// that the process holds, and does not keep the process alive itself.
process.on('message', async () => {
  // Read before the garbage collection, which would release memory.
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
