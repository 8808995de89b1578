import fc from 'fast-check';
import { curlOf, type HostileRequest } from './draft.ts';
import type { Judge } from './judge.ts';
import type { HostileAnswer, HostileClient } from './send-hostile.ts';

export interface Attack {
  readonly request: fc.Arbitrary<HostileRequest>;
  readonly client: HostileClient;
  readonly judge: Judge;
  /** Seed of the first request; {@link seedAfter} derives the next ones. */
  readonly seed: number;
  readonly count: number;
  /** Number of concurrent requests. */
  readonly at_once: number;
  onAnswer(request: HostileRequest, answer: HostileAnswer): void;
}

/** A request whose response has a fault, shrunk as far as possible. */
export interface Finding {
  /** `FUZZ_SEED` that repeats the same request. */
  readonly seed: number;
  readonly faults: string;
  readonly request: HostileRequest;
}

/** Number of different findings after which the run stops. */
const findings_max = 10;
const shrink_time_ms = 20_000;

/** 2^32 divided by the golden ratio: runs whose seeds are neighbours have no request in common. */
const seed_step = 0x9e3779b9;

/** The seed of the n-th request after the given one, a signed 32-bit number. */
export function seedAfter(seed: number, requests: number): number {
  return (seed + Math.imul(requests, seed_step)) | 0;
}

/** Sends the requests and checks each response. @returns one finding per kind of fault, at most ten */
export async function attack(options: Attack): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < options.count && findings.size < findings_max) {
      const finding = await tryOne(options, seedAfter(options.seed, next++), findings);
      if (finding) findings.set(kindOf(finding), finding);
    }
  };
  await Promise.all(Array.from({ length: options.at_once }, lane));
  return [...findings.values()];
}

/** Runs fast-check on one request, which it simplifies if the response is wrong. */
async function tryOne(
  { request, client, judge, onAnswer }: Attack,
  seed: number,
  known: ReadonlyMap<string, Finding>,
): Promise<Finding | null> {
  let worst: Finding | null = null;
  const property = fc.asyncProperty(request, async (hostile) => {
    const faults = await faultsOf(client, judge, hostile, onAnswer);
    if (faults === '') return;
    const finding = { seed, faults, request: hostile };
    // Known findings need no shrinking.
    if (!worst && known.has(kindOf(finding))) return;
    // Shrinking must keep the same fault.
    if (worst && kindOf(worst) !== kindOf(finding)) return;
    worst = finding;
    throw new Error(faults);
  });
  await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: shrink_time_ms });
  return worst;
}

async function faultsOf(
  client: HostileClient,
  judge: Judge,
  request: HostileRequest,
  onAnswer: Attack['onAnswer'],
): Promise<string> {
  try {
    const answer = await client.send(request);
    onAnswer(request, answer);
    const faults = judge.findFaults(request, answer);
    return faults.length > 0 ? `${faults.join('; ')}. ${answer.status} ${answer.text.slice(0, 500)}` : '';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `no response: ${error.message}`;
  }
}

/** Findings of the same operation with the same text count as one. */
function kindOf({ request, faults }: Finding): string {
  return `${request.endpoint.id} ${faults.slice(0, faults.indexOf('. '))}`;
}

/** Formats a finding as text. */
export function describeFinding(origin: string, { seed, faults, request }: Finding): string {
  return `${request.endpoint.id} (FUZZ_SEED=${seed} FUZZ_REQUESTS=1): ${faults}\n  ${curlOf(origin, request)}`;
}
