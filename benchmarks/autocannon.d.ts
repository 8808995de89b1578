/** The part of autocannon that the benchmarks use; the package ships no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Each connection goes through them in turn. */
    readonly requests: readonly {
      readonly path: string;
      readonly setupRequest?: (request: Request) => Request;
    }[];
  }
  interface Request {
    readonly headers: Readonly<Record<string, string>>;
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export default function autocannon(options: Options): Promise<Result>;
}
