import { describe, expect, it } from 'vitest';
import { urlProblem } from './url.ts';

describe('urlProblem', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['https://shop.example/thanks?a=1#top', undefined, undefined],
    ['http://localhost:4000/', undefined, 'must be an https address in live mode'],
    ['ftp://shop.example/', ...twice('must be an absolute http or https address')],
    ['shop.example', ...twice('must be an absolute http or https address')],
    ['https://user:secret@shop.example/', ...twice('must not contain a user name or password')],
    ['http://user@shop.example/', ...twice('must not contain a user name or password')],
    ['https://@shop.example/', ...twice('must not contain a user name or password')],
    ['https://shop.example/@sofia?to=a@b.example', undefined, undefined],
    ['https://a.example\\@b', ...twice('must not contain a backslash')],
    ['https:\\\\shop.example', ...twice('must not contain a backslash')],
    ['https://shop.example/\\evil', ...twice('must not contain a backslash')],
    ['https://shop.exa\tmple/', ...twice('must not contain spaces or control characters')],
    ['https://shop.example/\n', ...twice('must not contain spaces or control characters')],
    ['https://shop.example/ ', ...twice('must not contain spaces or control characters')],
  ])('for %j returns, in test mode and in live mode: %s, %s', (text, in_test, in_live) => {
    expect(urlProblem(text, { https_only: false })?.sentence).toBe(in_test);
    expect(urlProblem(text, { https_only: true })?.sentence).toBe(in_live);
  });
});

function twice(problem: string): [string, string] {
  return [problem, problem];
}
