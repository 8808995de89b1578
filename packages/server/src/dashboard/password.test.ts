import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

const owner = { email: 'awa.diallo@boutique.example', name: 'Awa Diallo' };

describe('a new password', () => {
  test.each([
    ['eleven-1234', /at least 12 characters/],
    ['', /at least 12 characters/],
    ['x'.repeat(129), /at most 128 characters/],
    ['aaaaaaaaaaaa', /easy to guess: it repeats/],
    ['abababababab', /repeats/],
    ['jazzjazzjazz', /repeats/],
    ['abcdefghijklmn', /alphabet/],
    ['123456789012', /keyboard/],
    ['098765432109', /keyboard/],
    ['qwertyuiop123', /keyboard/],
    ['azertyuiop12', /keyboard/],
    ['Password1234', /stolen passwords/],
    ['password2024!!', /stolen passwords/],
    ['1qaz2wsx3edc', /stolen passwords/],
    ['motherfucker', /stolen passwords/],
    ['!!leavemealone99', /stolen passwords/],
    ['Awa.Diallo2026', /your name or e-mail/],
    ['diallo-boutique', /your name or e-mail/],
    ['Guichet-2026!', /your name or e-mail/],
  ])('%j is refused', async (password, problem) => {
    expect((await passwordProblem(password, owner))?.sentence).toMatch(problem);
  });

  test.each([
    'plum tarte 77 jazz',
    'correct horse battery staple',
    'motdepasse très très long',
    'kT9#vQ2!pLx7',
    '🐘🦒🐊🦁🐘 baobab soleil',
    `${'x7'.repeat(8)}q-Z pluie`,
  ])('%j is accepted', async (password) => {
    expect(await passwordProblem(password, owner)).toBeUndefined();
  });

  test('is measured in characters, not in UTF-16 units', async () => {
    expect((await passwordProblem('🐘🦒🐊🦁🐆🦓', owner))?.sentence).toMatch(/at least 12/);
  });
});
