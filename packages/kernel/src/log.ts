/** The part of a structured logger that our code uses; pino implements it. Fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Logs nothing: for commands whose output is their result. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
