/**
 * Returns the runtime's WebCrypto. In Node 18 it is only a built-in module, whose name is in a variable so that
 * bundlers for other runtimes do not try to resolve it.
 *
 * @throws TypeError if the runtime has none.
 */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  const name = 'node:crypto';
  try {
    return globalThis.crypto ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)).webcrypto;
  } catch (cause) {
    throw new TypeError('This runtime has no WebCrypto.', { cause });
  }
}
