import type pg from 'pg';

/**
 * Lists the columns of all tables, including the queue's, that contain one of the texts, as it is or as bytes
 * in hexadecimal.
 */
export async function findColumnsWith(pool: pg.Pool, texts: readonly string[]): Promise<readonly string[]> {
  const needles = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const found: string[] = [];
  for (const { name } of await listTables(pool)) {
    const { rows } = await pool.query<{ column: string }>(
      `select distinct field.key as column
       from ${name} as row, jsonb_each_text(to_jsonb(row)) as field, unnest($1::text[]) as needle
       where strpos(field.value, needle) > 0`,
      [needles],
    );
    found.push(...rows.map(({ column }) => `${name}.${column}`));
  }
  return found;
}

/** Lists the words in all columns that are long enough to be a token. */
export async function listWords(pool: pg.Pool, length_min: number): Promise<readonly string[]> {
  const words = new Set<string>();
  for (const { name } of await listTables(pool)) {
    const { rows } = await pool.query<{ text: string }>(
      `select to_jsonb(row)::text as text from ${name} as row`,
    );
    for (const { text } of rows) {
      for (const word of text.match(/[A-Za-z0-9_-]+/g) ?? []) if (word.length >= length_min) words.add(word);
    }
  }
  return [...words];
}

async function listTables(pool: pg.Pool): Promise<readonly { readonly name: string }[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
  return rows;
}
