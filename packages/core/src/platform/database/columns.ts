import type { ColumnType } from 'kysely';

/** Test or live. Every row belongs to a merchant and a mode, and is visible in no other. */
export type Mode = 'test' | 'live';

/** A column written as JSON text and read as a value. */
export type Json<T> = ColumnType<T, string | null, string | null>;
