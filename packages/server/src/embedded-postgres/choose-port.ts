import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range is below the ports that systems assign to outgoing connections (from 32768 on Linux, 49152 elsewhere).
 * On one of those, a client that keeps trying to reach a stopped server can end up connected to itself, and hold
 * the port.
 */
const port_range = { from: 20_000, to: 32_000 } as const;
const tries_max = 50;

/**
 * Returns the wanted port, or a free one if something else listens there and the port is not fixed.
 *
 * @param is_fixed true if only the wanted port will do
 */
export async function choosePort(wanted: number | null, is_fixed: boolean): Promise<number> {
  if (wanted !== null && (is_fixed || (await isFree(wanted)))) return wanted;
  for (let tried = 0; tried < tries_max; tried += 1) {
    const port = randomInt(port_range.from, port_range.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found between ${port_range.from} and ${port_range.to}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
