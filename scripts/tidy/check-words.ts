import type { Breach, CodeFile, TextFile, Tree } from './read-tree.ts';

/**
 * Patterns of banned words, keyed by the word to use instead (docs/glossary.md). A pattern is added once the banned
 * word is no longer used anywhere.
 */
type BannedWords = Readonly<Record<string, RegExp>>;

const banned_everywhere: BannedWords = {
  payouts_not_supported: /operator_pays_not_out/,
  account_not_supported: /account_serves_not/,
  already_decided: /waits_for_nobody/,
  nothing_to_resolve: /nobody_asked/,
  applyOutcome: /\bhear(Outcome|Within)\b/,
  'IdempotencyKey, IdempotentResult': /\bdoOnce\b/,
  lease: /\bown-?lines\b/i,
  'routes, eligible operators': /\bfind-?ways\b/i,
  needs_review: /\bneeds_person\b/,
  'inquiry, inquiries, inquired_at': /\blook(ed)?_ups?(_at)?\b/,
  'second factor': /\bsecond[_ -]step/i,
  attempts: /\b(insertTries|limit-?tries)\b/i,
  'not a server error': /\bno fault of ours\b/,
  repeatedly: /\bas often as one likes\b/,
  'say what happens instead': /\bnobody['’]s business\b/,
  'does not report, does not reveal': /\b(?:says?|tells?) nothing (?:of|about) (?:money|others)\b/,
  'in progress, in flight': /\bunder way\b(?!')/i,
  'as usual': /\bas ever\b/i,
  'concerns, is about': /\bha(?:s|ve|d) to do with\b/i,
  'has no, lacks': /\bknows no\b(?! more)/i,
  'refunds, returns, reverses': /\b(?:gives|takes|took) back\b/i,
};

/** Banned only in Markdown, because code still uses them or means something else by them. */
const banned_in_docs: BannedWords = {
  'status inquiry': /\blook-ups?\b(?![-.\w]*\.ts)/i,
  'needs review': /\bneeds?[- ]a[- ]person\b/i,
  refunded: /\bgiven back\b/i,
  recheck: /\bsecond looks?\b/i,
  'status update': /\bnews (of|about)\b/i,
  attempt: /\b(\d+|[a-z]+th|each|every|open|last|second) (try|tries) (at|of|to|in|was|is|that)\b/i,
  availability: /(?<!`)\bweather\b(?!`)/i,
  'say who': /\bwho comes\b/i,
  'single entry point': /\b(one|same|single) door\b/i,
  'apply the outcome': /\bhears? of (an|the) (attempt|payment|outcome)\b/i,
  'say for whom': /\bfor whoever\b/i,
};

/** Files that contain the banned words on purpose. */
const exempt = new Set([
  'docs/glossary.md',
  'docs/names-that-changed.md',
  'scripts/tidy/check-words.ts',
  'scripts/tidy-docs.test.ts',
]);
const read_names = /\.(md|ts|tsx|css|html)$/;

/** Finds banned words in documentation, comments, names and texts, and doc comments that begin with a question. */
export function checkWords(tree: Tree): Breach[] {
  const words = tree.files
    .filter(({ path }) => read_names.test(path) && !exempt.has(path))
    .flatMap((file) => [
      ...findWords(file, banned_everywhere),
      ...(file.path.endsWith('.md') ? findWords(file, banned_in_docs) : []),
    ]);
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

function findWords(file: TextFile, banned: BannedWords): Breach[] {
  const lines = file.text.split('\n');
  return Object.entries(banned).flatMap(([instead, pattern]) =>
    lines.flatMap((line, index) => {
      const [word] = pattern.exec(line) ?? [];
      if (word === undefined) return [];
      return [{ path: file.path, line: index + 1, message: `"${word}": the word is "${instead}"` }];
    }),
  );
}
