/**
 * The runtime's WebCrypto. Node 18 has it, but not as a global: there it comes from the built-in module,
 * named through a variable so that bundlers for other runtimes do not look for it.
 *
 * @throws TypeError when the runtime has none.
 */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  const moduleName = 'node:crypto';
  try {
    const { webcrypto } = (await import(/* webpackIgnore: true */ moduleName)) as {
      readonly webcrypto: typeof globalThis.crypto;
    };
    return webcrypto;
  } catch (cause) {
    throw new TypeError('This runtime has no WebCrypto.', { cause });
  }
}
