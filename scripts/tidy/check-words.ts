import type { Breach, CodeFile, TextFile, Tree } from './read-tree.ts';

interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
  /** `docs`: refused only in Markdown, if code still uses it or means something else by it. */
  readonly where: 'everywhere' | 'docs';
}

const everywhere = (pattern: RegExp, instead: string): BannedWord => ({
  pattern,
  instead,
  where: 'everywhere',
});
const inDocs = (pattern: RegExp, instead: string): BannedWord => ({ pattern, instead, where: 'docs' });

/** Home-made words for which the field has a term (docs/glossary.md): a word is added once it is no longer used. */
const banned: readonly BannedWord[] = [
  everywhere(/operator_pays_not_out/, 'payouts_not_supported'),
  everywhere(/account_serves_not/, 'account_not_supported'),
  everywhere(/waits_for_nobody/, 'already_decided'),
  everywhere(/nobody_asked/, 'nothing_to_resolve'),
  everywhere(/\bhear(Outcome|Within)\b/, 'applyOutcome'),
  everywhere(/\bdoOnce\b/, 'IdempotencyKey, IdempotentResult'),
  everywhere(/\bown-?lines\b/i, 'lease'),
  everywhere(/\bfind-?ways\b/i, 'routes, eligible operators'),
  everywhere(/\bneeds_person\b/, 'needs_review'),
  everywhere(/\blook(ed)?_ups?(_at)?\b/, 'inquiry, inquiries, inquired_at'),
  everywhere(/\bsecond[_ -]step/i, 'second factor'),
  everywhere(/\b(insertTries|limit-?tries)\b/i, 'attempts'),
  everywhere(/\bno fault of ours\b/, 'not a server error'),
  everywhere(/\bas often as one likes\b/, 'repeatedly'),
  everywhere(/\bnobody['’]s business\b/, 'say what happens instead'),
  everywhere(
    /\b(?:says?|tells?) nothing (?:of|about) (?:money|others)\b/,
    'does not report, does not reveal',
  ),
  inDocs(/\blook-ups?\b(?![-.\w]*\.ts)/i, 'status inquiry'),
  inDocs(/\bneeds?[- ]a[- ]person\b/i, 'needs review'),
  inDocs(/\bgiven back\b/i, 'refunded'),
  inDocs(/\bsecond looks?\b/i, 'recheck'),
  inDocs(/\bnews (of|about)\b/i, 'status update'),
  inDocs(/\b(\d+|[a-z]+th|each|every|open|last|second) (try|tries) (at|of|to|in|was|is|that)\b/i, 'attempt'),
  inDocs(/(?<!`)\bweather\b(?!`)/i, 'availability'),
  inDocs(/\bwho comes\b/i, 'say who'),
  inDocs(/\b(one|same|single) door\b/i, 'single entry point'),
  inDocs(/\bhears? of (an|the) (attempt|payment|outcome)\b/i, 'apply the outcome'),
  inDocs(/\bfor whoever\b/i, 'say for whom'),
];

/** They name the old words themselves. */
const exempt = new Set([
  'docs/glossary.md',
  'docs/names-that-changed.md',
  'scripts/tidy/check-words.ts',
  'scripts/tidy-docs.test.ts',
]);
const read_names = /\.(md|ts|tsx|css|html)$/;

/** Home-made words in documentation, comments, names and texts, and doc comments that begin with a question. */
export function checkWords(tree: Tree): Breach[] {
  const words = tree.files
    .filter(({ path }) => read_names.test(path) && !exempt.has(path))
    .flatMap((file) => banned.flatMap((word) => find(file, word)));
  return [...words, ...tree.code.flatMap(findQuestions)];
}

/** Finds doc comments that begin with a question word, where the noun or the verb belongs. */
function findQuestions(file: CodeFile): Breach[] {
  return file.comments.flatMap(({ text, first_line }) => {
    const [, word] = /^\/\*\*[\s*]*(What|Who|Where|How)\b/.exec(text) ?? [];
    if (word === undefined) return [];
    return [{ path: file.path, line: first_line, message: `"${word}": begin with the noun or the verb` }];
  });
}

function find(file: TextFile, { pattern, instead, where }: BannedWord): Breach[] {
  if (where === 'docs' && !file.path.endsWith('.md')) return [];
  return file.text.split('\n').flatMap((line, index) => {
    const [word] = pattern.exec(line) ?? [];
    if (word === undefined) return [];
    return [{ path: file.path, line: index + 1, message: `"${word}": the word is "${instead}"` }];
  });
}
