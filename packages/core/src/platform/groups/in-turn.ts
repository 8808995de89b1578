import pg from 'pg';

/**
 * Runs a statement for many inputs on a database or a pool. @returns an output for each input, in the same order
 */
type Many<Source, Input, Output> = (source: Source, inputs: readonly Input[]) => Promise<readonly Output[]>;

/** The maximum number of inputs of one statement: enough to share a commit, few enough to stay fast. */
const inputs_max = 256;
/** The maximum number of concurrent statements of one kind: while one waits for the disk, the next runs. */
const in_flight_max = 2;

interface Waiting {
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

interface Line {
  waiting: Waiting[];
  inFlight: number;
  isScheduled: boolean;
}

const lines = new WeakMap<object, Map<unknown, Line>>();

/**
 * Runs a statement outside of a transaction together with others of the same kind that arrive in the same turn of
 * the event loop, or while two are in progress. A statement that arrives alone does not wait.
 */
export function inTurn<Source extends object, Input, Output>(
  db: Source,
  many: Many<Source, Input, Output>,
  input: Input,
): Promise<Output> {
  const line = lineOf(db, many);
  return new Promise((resolve, reject) => {
    line.waiting.push({ input, resolve: resolve as (output: unknown) => void, reject });
    schedule(db, many as Many<unknown, unknown, unknown>, line);
  });
}

function lineOf(db: object, many: unknown): Line {
  const ofDatabase = lines.get(db) ?? new Map<unknown, Line>();
  lines.set(db, ofDatabase);
  const line = ofDatabase.get(many) ?? { waiting: [], inFlight: 0, isScheduled: false };
  ofDatabase.set(many, line);
  return line;
}

function schedule(db: object, many: Many<unknown, unknown, unknown>, line: Line): void {
  if (line.isScheduled || line.waiting.length === 0 || line.inFlight >= in_flight_max) return;
  line.isScheduled = true;
  setImmediate(() => {
    line.isScheduled = false;
    const some = line.waiting.slice(0, inputs_max);
    line.waiting = line.waiting.slice(inputs_max);
    line.inFlight++;
    // Inputs that did not fit into this statement are scheduled now instead of waiting until it ends.
    schedule(db, many, line);
    void run(db, many, some).finally(() => {
      line.inFlight--;
      schedule(db, many, line);
    });
  });
}

/**
 * Runs one statement for all inputs. If PostgreSQL refuses it, runs each input alone, so that an invalid input
 * affects no other. A broken connection fails all inputs, because the statement may have been committed.
 */
async function run(
  db: object,
  many: Many<unknown, unknown, unknown>,
  some: readonly Waiting[],
): Promise<void> {
  try {
    const outputs = await many(
      db,
      some.map(({ input }) => input),
    );
    for (const [index, { resolve }] of some.entries()) resolve(outputs[index]);
  } catch (error) {
    if (some.length > 1 && error instanceof pg.DatabaseError) {
      for (const one of some) await run(db, many, [one]);
    } else for (const { reject } of some) reject(error);
  }
}
