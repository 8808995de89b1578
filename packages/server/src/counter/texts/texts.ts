import type { Language } from '../../checkout-page/page.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { CounterTexts } from './keys.ts';
import { pt } from './pt.ts';
import { sw } from './sw.ts';

/** The words of the till in every language. */
export const counter_texts: Readonly<Record<Language, CounterTexts>> = { ar, en, fr, pt, sw };
