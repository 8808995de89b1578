import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
import type { StaffLanguage } from '../../../operator-calls/failures/sentences.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { type Cell, writeCsv } from '../../../platform/lists/write-csv.ts';
import type { BatchField } from './findings.ts';
import { type BatchKey, findBatch, listFindings, listLines, type PaidLine } from './queries.ts';
import { LanguageQuery } from './schemas.ts';
import { sayFinding } from './words.ts';

type Ctx = Pick<Context, 'db'>;

/** The number of rows that are in memory at the same time. */
const chunk = 1_000;

/** The titles of a template's columns; a file may use these or synonyms. */
const field_titles: Readonly<Record<StaffLanguage, Readonly<Record<BatchField, string>>>> = {
  en: {
    ...{ amount: 'amount', currency: 'currency', phone: 'phone', operator: 'operator' },
    ...{ first_name: 'first name', last_name: 'last name' },
    ...{ description: 'description', reference: 'reference' },
  },
  fr: {
    ...{ amount: 'montant', currency: 'devise', phone: 'téléphone', operator: 'opérateur' },
    ...{ first_name: 'prénom', last_name: 'nom', description: 'motif', reference: 'référence' },
  },
};

const finding_heading = {
  en: ['line', 'column', 'kind', 'problem and what to do'],
  fr: ['ligne', 'colonne', 'nature', 'quoi, et que faire'],
} as const;
const kinds = { en: ['warning', 'error'], fr: ['avertissement', 'erreur'] } as const;

const read = makeReadQuery(LanguageQuery);

/** Writes a template with the columns and two examples. @throws AppError `forbidden`, `invalid_fields` */
export function writeTemplate(
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  requireScope(actor, 'payouts:read');
  const { language = 'en' } = read(query);
  const [first, second] = { en: ['Salary November', 'Refund'], fr: ['Salaire novembre', 'Remboursement'] }[
    language
  ];
  async function* examples(): AsyncGenerator<readonly Cell[]> {
    yield ['25000', 'XOF', '+2250504030201', 'mtn_ci', 'Awa', 'Koné', first ?? '', 'A-001'];
    yield ['1500', 'XOF', '+2250504030202', '', '', 'Moussa Diop', second ?? '', 'A-002'];
  }
  return writeCsv(Object.values(field_titles[language]), examples());
}

/**
 * Exports all findings about a file as CSV.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`
 */
export async function exportFindings(
  ctx: Ctx,
  actor: StaffActor,
  { id, query }: { readonly id: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<AsyncIterable<string>> {
  requireScope(actor, 'payouts:read');
  const { language = 'en' } = read(query);
  const key = await requireBatch(ctx, actor, id);
  return writeCsv(finding_heading[language], findingRows(ctx, key, language));
}

/**
 * Exports the lines of a file with the outcome of each as CSV, for the merchant's own books.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function exportLines(ctx: Ctx, actor: StaffActor, id: string): Promise<AsyncIterable<string>> {
  requireScope(actor, 'payouts:read');
  const key = await requireBatch(ctx, actor, id);
  const heading = [
    ...['line', 'reference', 'state', 'amount', 'currency', 'phone', 'operator', 'first_name', 'last_name'],
    ...['description', 'payout_id', 'failure', 'operator_code', 'paid_at'],
  ];
  return writeCsv(heading, lineRows(ctx, key));
}

async function requireBatch(ctx: Ctx, { merchant_id, mode }: StaffActor, id: string): Promise<BatchKey> {
  const key = { merchant_id, mode, id };
  if (!(await findBatch(ctx.db, key))) throw new AppError('not_found');
  return key;
}

async function* findingRows(
  ctx: Ctx,
  key: BatchKey,
  language: StaffLanguage,
): AsyncIterable<readonly Cell[]> {
  for (let offset = 0; ; offset += chunk) {
    const findings = await listFindings(ctx.db, key, { offset, limit: chunk });
    yield* findings.map((finding) => [
      finding.line,
      finding.field === null ? null : field_titles[language][finding.field],
      kinds[language][finding.is_error ? 1 : 0],
      sayFinding(language, finding),
    ]);
    if (findings.length < chunk) return;
  }
}

async function* lineRows(ctx: Ctx, key: BatchKey): AsyncIterable<readonly Cell[]> {
  let after = 0;
  for (;;) {
    const lines = await listLines(ctx.db, key, { after, limit: chunk });
    yield* lines.map(cellsOf);
    after = lines.at(-1)?.line ?? after;
    if (lines.length < chunk) return;
  }
}

function cellsOf(line: PaidLine): readonly Cell[] {
  const { currency, amount_minor, paid_at } = line;
  return [
    ...[line.line, line.reference, line.state, majorText({ amount_minor, currency: asCurrency(currency) })],
    ...[currency, line.recipient_phone, line.operator, line.recipient_first_name, line.recipient_last_name],
    ...[line.description, line.payout_id, line.failure_reason, line.failure_operator_code],
    paid_at === null ? null : timestampText(paid_at),
  ];
}
