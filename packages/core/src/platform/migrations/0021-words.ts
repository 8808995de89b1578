import { type Kysely, sql } from 'kysely';
import type { LateIndex } from './build-indexes.ts';

/**
 * One index for the words of a payment, those of its metadata and those of its description: two cost a new session half
 * as much again. Not breaking, but for searches by words, which are slow until the index is built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** As the function `word_key`, which whoever analyses a table does not find: he looks in no schema of ours. */
const wordKey = (word: string): string =>
  `((period::bigint << 42) | (hashtextextended((merchant_id || ' ' || ${word}) collate "C", 0) & ((1::bigint << 42) - 1)))`;

const statements: readonly string[] = [
  'drop index if exists payments_described',
  'drop index payments_words',
  'drop function described_words(text, integer, text)',
  'drop function payment_words(text, integer, json)',
  // The mark keeps the words of descriptions apart from values of metadata: no word has a blank in it. In PL/pgSQL,
  // which runs such loops in a third of the time that SQL takes to begin a query for each; read once, when it is made
  // (see 0008).
  `create function payment_words(merchant_id text, period integer, metadata json, description text) returns bigint[]
    language plpgsql immutable parallel safe as $$
  declare
    keys bigint[] := '{}';
    word text;
  begin
    for word in select value from json_each_text(metadata) loop
      if octet_length(word) between 1 and 100 then
        keys := keys || ${wordKey('lower(word collate "C")')};
      end if;
    end loop;
    if description is not null then
      foreach word in array regexp_split_to_array(lower(description), '[][[:space:]_/.,;:!?()''’«»"+#&@|-]+') loop
        if length(word) between 2 and 40 then
          keys := keys || ${wordKey("'d ' || word")};
        end if;
      end loop;
    end if;
    return nullif(keys, '{}');
  end $$`,
];

export const indexes: readonly LateIndex[] = [
  {
    name: 'payments_texts',
    on: `payments using gin (payment_words(merchant_id, id_period(id), metadata, description))
      with (gin_pending_list_limit = 64) where metadata is not null or description is not null`,
  },
];
