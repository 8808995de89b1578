import { createHash } from 'node:crypto';
import { checkLine, type Draft } from './check-line.ts';
import { type Columns, readHeading } from './columns.ts';
import { decodeText } from './decode.ts';
import { excerpt } from './excerpt.ts';
import { doubtful, type Finding, UnreadableFile, wrong } from './findings.ts';
import { batch_limits } from './limits.ts';
import type { Offers } from './offers.ts';
import { readRecords } from './read-records.ts';

/** The checked content of a file. */
export interface CheckedFile {
  /** The payouts of the valid lines. */
  readonly drafts: readonly Draft[];
  readonly findings: readonly Finding[];
  /** The number of non-empty lines read. */
  readonly lines: number;
  readonly bytes: number;
  /** SHA-256 of the content that was read: the whole file, unless reading was abandoned. */
  readonly hash: Buffer;
}

/**
 * Reads and checks a file line by line as it arrives. Only its checked lines are kept in memory, and their number
 * is limited.
 */
export async function checkFile(content: AsyncIterable<Uint8Array>, offersOf: Offers): Promise<CheckedFile> {
  const hash = createHash('sha256');
  const drafts: Draft[] = [];
  const findings: Finding[] = [];
  const doubles = makeDoubles();
  let bytes = 0;
  let lines = 0;
  let columns: Columns | undefined;
  async function* counted() {
    for await (const chunk of content) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    for await (const record of readRecords(decodeText(counted()))) {
      if (!columns) {
        const heading = readHeading(record.line, record.cells);
        columns = heading.columns;
        findings.push(...heading.findings);
        // Without a required column, every line would be invalid for the same reason.
        if (heading.findings.some(({ is_error }) => is_error)) break;
        continue;
      }
      lines += 1;
      if (lines > batch_limits.lines_max) {
        throw new UnreadableFile(wrong('too_many_lines', { max: batch_limits.lines_max }));
      }
      const checked = checkLine(record, columns, offersOf);
      findings.push(...checked.findings);
      if (!checked.draft) continue;
      findings.push(...doubles(checked.draft));
      drafts.push(checked.draft);
    }
    if (lines === 0 && !findings.some(({ is_error }) => is_error)) findings.push(wrong('no_lines', {}));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    findings.push(error.finding);
  }
  return { drafts, findings, lines: Math.min(lines, batch_limits.lines_max), bytes, hash: hash.digest() };
}

/** Makes a function that finds repeated lines in a file. */
function makeDoubles(): (draft: Draft) => Finding[] {
  const references = new Map<string, number>();
  const payouts = new Map<string, number>();
  return ({ line, reference, recipient_phone, currency, amount_minor }) => {
    const findings: Finding[] = [];
    const first = reference ? references.get(reference) : undefined;
    if (reference && first !== undefined) {
      const values = { found: excerpt(reference), first };
      findings.push(wrong('reference_twice', values, { line, field: 'reference' }));
    } else if (reference) references.set(reference, line);
    const payout = `${recipient_phone} ${amount_minor} ${currency}`;
    const same = payouts.get(payout);
    if (same !== undefined) findings.push(doubtful('same_payout', { first: same }, { line }));
    else payouts.set(payout, line);
    return findings;
  };
}
