import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from '@guichet/core/platform';
import { allOperations } from '../api-v1/operations.ts';
import { every_page } from '../http/protections.ts';
import { makeDocument } from '../openapi/make-document.ts';
import { renderPage } from './render-page.ts';
import { css } from './style.ts';

/** A response that never changes while the process runs. */
export interface Fixed {
  readonly type: string;
  readonly text: string;
  readonly zipped: Buffer;
  readonly etag: string;
}

/** The reference as JSON for programs and as a page for people, with the headers of the page. */
export interface Reference {
  readonly json: Fixed;
  readonly page: Fixed;
  readonly protections: Readonly<Record<string, string>>;
}

export function makeReference(ctx: Context): Reference {
  const document = makeDocument(allOperations(ctx), { base_url: `${ctx.public_url}/api` });
  return {
    json: fix('application/json; charset=utf-8', JSON.stringify(document)),
    page: fix('text/html; charset=utf-8', renderPage(document)),
    protections,
  };
}

/**
 * The page cannot run scripts, load resources, submit forms or be framed; its only style sheet is allowed by its
 * hash.
 */
const protections = {
  ...every_page,
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

function fix(type: string, text: string): Fixed {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { type, text, zipped: gzipSync(text, { level: 9 }), etag: `"${hash}"` };
}
