/** The document of the code, as it is committed. */
export const committed = new URL('../../../../docs/reference/openapi.json', import.meta.url);

/**
 * The document of the last release: what programs out there were written for. Not there before the first release, which
 * writes it.
 */
export const released = new URL('../../../../docs/reference/openapi.released.json', import.meta.url);

/** Names each release by a heading with its version. */
export const changelog = new URL('../../../../CHANGELOG.md', import.meta.url);
