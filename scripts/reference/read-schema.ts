import { describeSchema } from '@guichet/core/testing';
import { startDatabases } from '../../simulation/database.ts';

/** Reads the content of docs/reference/schema.txt: the schema of a new database after all migrations. */
export async function readSchema(): Promise<string> {
  const databases = await startDatabases();
  const database = await databases.make();
  try {
    return await describeSchema(database.db);
  } finally {
    await database.close();
    await databases.close();
  }
}
