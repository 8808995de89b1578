/** Path of the committed document. */
export const committed = new URL('../../../../docs/reference/openapi.json', import.meta.url);

/**
 * Path of the last release's document, for which existing client programs were written. The first release creates
 * it.
 */
export const released = new URL('../../../../docs/reference/openapi.released.json', import.meta.url);

/** Path of the changelog, with a heading for the version of each release. */
export const changelog = new URL('../../../../CHANGELOG.md', import.meta.url);
