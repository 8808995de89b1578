const kilobyte = 1024;
/** From 1 to 256 KB: what a request, a callback or a provider's response can bring. */
const sizes_kb = [1, 4, 16, 64, 256] as const;
const ms_per_kb_max = 1;
/** Below this time the clock and the compiler weigh more than the text. */
const measurable_ms = 20;
/** Four times the text in four times the time; a square takes 16 times. */
const growth_max = 10;
/** Of several runs the fastest counts: the others were disturbed, or compiled. Small texts are run more often. */
const runs_max = 4;
const short_runs_max = 12;

/** The texts that hostile ones repeat: runs of one class, and changes from one to another. */
export const pumps: readonly string[] = [
  ...[' ', '\t', '\n', '\r\n', '\u0000', '\u0301', '\u{1f600}', 'é'],
  ...[
    'a',
    'A1',
    '0',
    '05 ',
    '0.',
    '9,999',
    '+2',
    '-',
    '.',
    'a.',
    'a@a.',
    'a=',
    'a=b&',
    'a.a=',
    'pin=',
    '%2e',
  ],
  ...['"', '\\"', '"\\', "'", '`a', '**', '"a":', '{"pin":', '{"pin":"', '[', '[a](', '{', '(', 'a=();a='],
  ...[';', ';q=', ',', ', ', ':', '<', '<a>', '</a>', '<pin>', '&#', '/', '//', 'http://a.', 't=', 'v1='],
];

/** A text of a size out of a part. It ends with what most patterns do not expect. */
export function hostileText(pump: string, size_kb: number): string {
  const length = size_kb * kilobyte;
  return `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)}\u0001`;
}

/**
 * Runs something on growing texts out of one part, in processor time.
 *
 * @param options.prefix what every text begins with, so that it is read any further
 * @param options.shape what is made of each text before it is read, such as JSON of about its length
 * @returns the fault: more than 1 ms per KB, or growth that is not linear; undefined when there is none
 */
export function feed(
  run: (text: string) => unknown,
  pump: string,
  { prefix = '', shape = (text) => text }: { prefix?: string; shape?: (text: string) => string } = {},
): string | undefined {
  const shown = JSON.stringify(prefix + pump);
  let before_ms = 0;
  for (const size_kb of sizes_kb) {
    const text = shape(prefix + hostileText(pump, size_kb));
    const spent_ms = fastest(run, text, size_kb * ms_per_kb_max);
    const took = `${Math.round(spent_ms)} ms on ${size_kb} KB of ${shown}`;
    if (spent_ms > size_kb * ms_per_kb_max) return took;
    if (spent_ms > measurable_ms && spent_ms > before_ms * growth_max && before_ms > 0) {
      return `${took}, ${Math.round(before_ms)} ms on a quarter of it`;
    }
    before_ms = Math.max(spent_ms, measurable_ms / growth_max);
  }
  return undefined;
}

/** Runs until it is fast enough, a few times at most. */
function fastest(run: (text: string) => unknown, text: string, enough_ms: number): number {
  let best_ms = Number.POSITIVE_INFINITY;
  const rounds = enough_ms < measurable_ms ? short_runs_max : runs_max;
  for (let round = 0; round < rounds && best_ms > Math.min(enough_ms, measurable_ms); round++) {
    const started = process.threadCpuUsage();
    try {
      run(text);
    } catch {
      // A refusal is as good as a result: only the time counts.
    }
    const { user, system } = process.threadCpuUsage(started);
    best_ms = Math.min(best_ms, (user + system) / 1000);
  }
  return best_ms;
}
