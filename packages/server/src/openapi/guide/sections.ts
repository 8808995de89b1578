import { authentication } from './authentication.ts';
import { errors } from './errors.ts';
import { idempotency } from './idempotency.ts';
import { limits } from './limits.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import type { Section } from './section.ts';
import { makeStart } from './start.ts';
import { test_mode } from './test-mode.ts';
import { versions } from './versions.ts';

/**
 * The sections that apply to all operations, in the order of the reference. Webhooks have their own section.
 *
 * @param base_url address of the service with `/api`
 */
export function guideSections(base_url: string): readonly Section[] {
  return [
    makeStart(base_url),
    authentication,
    requests,
    errors,
    idempotency,
    limits,
    pages,
    test_mode,
    versions,
  ];
}

/** The sections as one text, for programs that show a document's description. */
export function describeAll(base_url: string): string {
  return guideSections(base_url)
    .map(({ title, markdown }) => `## ${title}\n\n${markdown}`)
    .join('\n\n');
}
