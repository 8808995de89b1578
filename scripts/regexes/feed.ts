const kilobyte = 1024;
/** From 1 to 256 KB: the sizes that a request, a callback or a provider's response can have. */
const sizes_kb = [1, 4, 16, 64, 256] as const;
const ms_per_kb_max = 1;
/** Shorter times are dominated by the clock's resolution and by compilation. */
const measurable_ms = 20;
/** Linear growth takes four times as long for four times the text; quadratic growth takes 16 times as long. */
const growth_max = 10;
/**
 * The fastest of several runs counts: the others were disturbed, or included compilation. Small texts run more
 * often.
 */
const runs_max = 4;
const short_runs_max = 12;

/** The parts that hostile texts repeat: runs of one character class, and changes from one class to another. */
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

/** Makes a text of a size by repeating a part. It ends with a character that most patterns do not expect. */
export function hostileText(pump: string, size_kb: number): string {
  const length = size_kb * kilobyte;
  return `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)}\u0001`;
}

/**
 * Calls a function with growing texts that repeat one part, and measures processor time.
 *
 * @param options.shape converts each text before it is read, such as to JSON of about the same length
 * @returns the fault: more than 1 ms per KB, or growth that is not linear; undefined if there is none
 */
export function feed(
  run: (text: string) => unknown,
  pump: string,
  { shape = (text) => text }: { readonly shape?: (text: string) => string } = {},
): string | undefined {
  const shown = JSON.stringify(pump);
  let before_ms = 0;
  for (const size_kb of sizes_kb) {
    const text = shape(hostileText(pump, size_kb));
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

/**
 * Measures the function a few times, or until one measurement is fast enough. @returns the shortest time, in
 * milliseconds
 */
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
