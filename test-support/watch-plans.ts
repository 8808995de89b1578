import pg, { escapeIdentifier } from 'pg';
import { withConnection } from './connection.ts';

/** A scan of a table, as PostgreSQL planned it. */
export interface Scan {
  /** The statement, which may come from a trigger or a foreign-key check. */
  readonly statement: string;
  readonly node: string;
  readonly table: string;
  readonly index: string | null;
  readonly condition: string;
  readonly filter: string;
}

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Step[];
}

/**
 * Makes PostgreSQL send the plan of every statement to the client, for a database's new connections, including
 * statements inside functions.
 */
export async function explainAll(database_url: string): Promise<void> {
  await withConnection(database_url, async (client) => {
    const name = escapeIdentifier(new URL(database_url).pathname.slice(1));
    for (const [setting, value] of Object.entries({
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'notice',
    })) {
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
    }
  });
}

/** Collects the plans that PostgreSQL sends to this process, until the caller stops it. */
export function watchPlans(): { readonly scans: Scan[]; stop(): void } {
  const scans: Scan[] = [];
  const emit = pg.Client.prototype.emit;
  pg.Client.prototype.emit = function watched(name, ...values) {
    const [notice] = values;
    if (name === 'notice' && typeof notice?.message === 'string') scans.push(...scansIn(notice.message));
    return emit.call(this, name, ...values);
  };
  return {
    scans,
    stop: () => {
      pg.Client.prototype.emit = emit;
    },
  };
}

function scansIn(message: string): readonly Scan[] {
  const begin = message.indexOf('plan:\n');
  if (begin === -1) return [];
  const { 'Query Text': statement, Plan } = JSON.parse(message.slice(begin + 'plan:\n'.length));
  return scansOf(Plan, statement);
}

function scansOf(step: Step, statement: string): readonly Scan[] {
  const inner = (step.Plans ?? []).flatMap((one) => scansOf(one, statement));
  const table = step['Relation Name'];
  const index = step['Index Name'] ?? null;
  if (!step['Node Type'].endsWith('Scan') || (table === undefined && index === null)) return inner;
  const condition = step['Index Cond'] ?? '';
  const filter = step.Filter ?? '';
  return [{ statement, node: step['Node Type'], table: table ?? '', index, condition, filter }, ...inner];
}
