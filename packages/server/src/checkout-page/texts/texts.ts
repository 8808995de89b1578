import type { Language } from '../page.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Texts } from './keys.ts';

/** The words of a language. A further language is one more file, named here. */
export const texts: Readonly<Record<Language, Texts>> = { fr, en };
