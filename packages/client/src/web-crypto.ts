/**
 * Returns the runtime's WebCrypto. Node 18 has it only as a built-in module, whose name is in a variable so that
 * bundlers for other runtimes do not look for it.
 *
 * @throws TypeError when the runtime has none.
 */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  const name = 'node:crypto';
  try {
    return globalThis.crypto ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)).webcrypto;
  } catch (cause) {
    throw new TypeError('This runtime has no WebCrypto.', { cause });
  }
}
