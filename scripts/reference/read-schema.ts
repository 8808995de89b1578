import { describeSchema } from '@guichet/core/testing';
import { openDatabase } from '../../simulation/database.ts';

/** The content of docs/reference/schema.txt: the schema of a new database, as PostgreSQL has it after all migrations. */
export async function readSchema(): Promise<string> {
  const database = await openDatabase();
  try {
    return await describeSchema(database.db);
  } finally {
    await database.close();
  }
}
