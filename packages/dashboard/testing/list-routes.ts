import { join } from 'node:path';

/** The exports of the page's router that are used here; the page itself is compiled with its own settings. */
interface RouterModule {
  readonly makeRouter: (query_client: unknown) => {
    readonly routesByPath: Readonly<
      Record<string, { readonly options: { readonly component?: unknown }; readonly children?: unknown }>
    >;
  };
}

/**
 * Lists the paths of all pages in the page's own router, except redirects, with `$names` for parameters, such as
 * `/$merchant_id/$mode/payments/$payment_id`.
 */
export async function listRoutes(): Promise<readonly string[]> {
  const path = join(import.meta.dirname, '../src/app/router.tsx');
  const { makeRouter }: RouterModule = await import(path);
  return Object.entries(makeRouter({}).routesByPath)
    .filter(([, { options }]) => options.component !== undefined)
    .map(([address]) => address)
    .sort();
}
