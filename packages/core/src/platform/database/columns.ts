import type { ColumnType } from 'kysely';

/** Test or live. Every row belongs to one merchant and one mode, and is not visible in any other. */
export type Mode = 'test' | 'live';

/** A column written as JSON text and read as a value. */
export type Json<T> = ColumnType<T, string | null, string | null>;
