/**
 * Index keys of searched words. Function bodies are parsed at creation: while an index is built, names are
 * searched in PostgreSQL's own schema only. Without a FROM they are inlined, which saves a fifth of a new
 * payment's time.
 */

/** The same as the function `word_key`, which ANALYZE does not find: it searches none of our schemas. */
const wordKey = (word: string): string =>
  `((period::bigint << 42) | (hashtextextended((merchant_id || ' ' || ${word}) collate "C", 0) & ((1::bigint << 42) - 1)))`;

export const words: readonly string[] = [
  // The period of a ULID: 37 hours (2^27 milliseconds), counted since 1970, from its first characters.
  `create function ulid_period(ulid text) returns integer language sql immutable strict parallel safe begin atomic
    select ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 1, 1)) - 1) << 18)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 2, 1)) - 1) << 13)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 3, 1)) - 1) << 8)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 4, 1)) - 1) << 3)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 5, 1)) - 1) >> 2);
  end`,
  `create function id_period(id text) returns integer language sql immutable strict parallel safe
    return ulid_period(split_part(id, '_', 2))`,
  // The key of a merchant's word in a period: few rows share a key, however many have the word. The period
  // comes first, so that new entries are adjacent; the rest is a hash, so a match has to be checked in the
  // row.
  `create function word_key(merchant_id text, period integer, word text) returns bigint
    language sql immutable strict parallel safe begin atomic
    select (period::bigint << 42)
      | (hashtextextended((merchant_id || ' ' || word) collate "C", 0) & ((1::bigint << 42) - 1));
  end`,
  // Words of a text: shorter parts are in every text, longer ones are never typed.
  `create function text_words(text text) returns text[] language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word)
    from regexp_split_to_table(
      regexp_replace(lower(text), '[][[:space:]_/.,;:!?()''’«»"+#&@|-]+', ' ', 'g'), ' ') as word
    where length(word) between 2 and 40;
  end`,
  // Values of the metadata's first level, such as a merchant's own order number; long ones are prose, which
  // no one types in full. And the words of the description, marked, since no word contains a blank. In
  // PL/pgSQL, which runs such loops in a third of the time that SQL takes to start a query for each.
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
  // The texts of a payout, in lower case with one blank before each word.
  `create function payout_text(first_name text, last_name text, description text, provider_reference text) returns text
    language sql immutable parallel safe begin atomic
    select regexp_replace(lower(words), '[][[:space:]_/.,;:()''"+#&@|-]+', ' ', 'g')
    from (
      select ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(description, '') || ' '
        || coalesce(provider_reference, '') as words
    ) as whole;
  end`,
  // Prefixes of a payout's words, up to six letters. The period is an argument, because anything computed in here
  // would be computed for every value.
  `create function payout_words(merchant_id text, period integer, text text) returns bigint[]
    language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word_key(merchant_id, period, left(word, letters)))
    from regexp_split_to_table(text, ' ') as word
    cross join generate_series(2, 6) as letters
    where length(word) >= letters;
  end`,
];
