/**
 * Index keys of searched words. Function bodies are parsed when the functions are created, because while an index
 * is built, names are resolved only in PostgreSQL's own schema. Functions without a FROM are inlined, which saves a
 * fifth of a new payment's time.
 */

/**
 * The expression of the function `word_key`, for use where ANALYZE would not find the function, because it searches
 * none of our schemas.
 */
const wordKey = (word: string): string =>
  `((period::bigint << 42) | (hashtextextended((merchant_id || ' ' || ${word}) collate "C", 0) & ((1::bigint << 42) - 1)))`;

export const words: readonly string[] = [
  // Returns the period of a ULID, from its first characters: the number of periods of 37 hours (2^27 milliseconds)
  // since 1970.
  `create function ulid_period(ulid text) returns integer language sql immutable strict parallel safe begin atomic
    select ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 1, 1)) - 1) << 18)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 2, 1)) - 1) << 13)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 3, 1)) - 1) << 8)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 4, 1)) - 1) << 3)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 5, 1)) - 1) >> 2);
  end`,
  `create function id_period(id text) returns integer language sql immutable strict parallel safe
    return ulid_period(split_part(id, '_', 2))`,
  // Returns the key of a merchant's word in a period. Few rows share a key, however many contain the word. The
  // period comes first, so that new entries are adjacent. The rest is a hash, so each match has to be checked in
  // its row.
  `create function word_key(merchant_id text, period integer, word text) returns bigint
    language sql immutable strict parallel safe begin atomic
    select (period::bigint << 42)
      | (hashtextextended((merchant_id || ' ' || word) collate "C", 0) & ((1::bigint << 42) - 1));
  end`,
  // Returns the words of a text that have 2 to 40 characters: shorter words occur in every text, and no one types
  // longer ones.
  `create function text_words(text text) returns text[] language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word)
    from regexp_split_to_table(
      regexp_replace(lower(text), '[][[:space:]_/.,;:!?()''’«»"+#&@|-]+', ' ', 'g'), ' ') as word
    where length(word) between 2 and 40;
  end`,
  // Returns keys for the first-level values of the metadata, such as a merchant's own order number; long values are
  // prose, which no one types in full. Also returns keys for the words of the description, to which the prefix "d "
  // is added to distinguish them. PL/pgSQL runs such loops in a third of the time that SQL takes to start a query
  // for each.
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
  // Returns the texts of a payout, in lower case with one blank before each word.
  `create function payout_text(first_name text, last_name text, description text, provider_reference text) returns text
    language sql immutable parallel safe begin atomic
    select regexp_replace(lower(words), '[][[:space:]_/.,;:()''"+#&@|-]+', ' ', 'g')
    from (
      select ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(description, '') || ' '
        || coalesce(provider_reference, '') as words
    ) as whole;
  end`,
  // Returns keys for the prefixes of a payout's words, two to six letters long. The period is an argument, because
  // anything computed in here would be computed for every value.
  `create function payout_words(merchant_id text, period integer, text text) returns bigint[]
    language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word_key(merchant_id, period, left(word, letters)))
    from regexp_split_to_table(text, ' ') as word
    cross join generate_series(2, 6) as letters
    where length(word) >= letters;
  end`,
];
