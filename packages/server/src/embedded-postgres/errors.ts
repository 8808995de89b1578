/**
 * Something on the machine prevents the embedded PostgreSQL from running, and its administrator can fix it. The
 * message says what is wrong and what to do; it needs no stack trace.
 */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The alternative that every message can offer. */
export const or_bring_your_own = 'or set DATABASE_URL to a PostgreSQL 15 or later';

/** Turns an error of the file system into an `EmbeddedPostgresError`; others are returned unchanged. */
export function explainFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof EmbeddedPostgresError) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder';
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100': // PostgreSQL's disk_full
      return new EmbeddedPostgresError(
        `There is no space left to write ${path}: free some, or set DATA_DIR to a folder on another disk.`,
        { cause: error },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
      return new EmbeddedPostgresError(
        `This user may not use ${path} (${codeOf(error)}): run as the user who owns it, or set DATA_DIR to a folder that this user can write to.`,
        { cause: error },
      );
    default:
      return error;
  }
}

/** Returns the code that Node and PostgreSQL's driver put on their errors, '' if there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
