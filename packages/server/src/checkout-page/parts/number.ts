import { type Html, html } from '../../http/html.ts';
import { countryName, formatPhoneIn } from '../format.ts';
import type { Offer } from '../page.ts';
import type { Context, ViewOf } from '../screen.ts';
import { renderProblemNote } from './problem.ts';

/**
 * The field for the number, with its country before it: a list of the offered countries, or the only one. It may also
 * be typed with its country code, which then counts. A number of no country (test mode) is always typed with it.
 */
export function renderNumber(view: ViewOf<'choose'>, { page, texts }: Context): Html {
  const { problems, offers, country } = view;
  const problem = problemOf(view, page.language, texts);
  const codes = codesOf(offers);
  const describedBy = [problem && 'phone-problem', codes.size < 2 && 'phone-code'].filter(Boolean).join(' ');
  return html`<div class="field">
${problem && renderProblemNote('phone-problem', problem)}
<div class="number"${codes.size < 2 && html` dir="ltr"`}>${renderCountry(codes, view, { page, texts })}
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" maxlength="40"${
    offers.every(({ needs_number }) => needs_number) && ' required'
  } value="${formatPhoneIn(view.phone, country)}"${describedBy && html` aria-describedby="${describedBy}"`}${
    problem && html` aria-invalid="true"`
  }${
    // The first field to correct gets the focus; focusing a later one would scroll past it.
    problem && !problems.operator && ' autofocus'
  }></div></div>`;
}

function renderCountry(
  codes: ReadonlyMap<string | null, string>,
  { country }: ViewOf<'choose'>,
  { page, texts }: Pick<Context, 'page' | 'texts'>,
): Html {
  const known = [...codes].flatMap(([code, calling_code]) =>
    code === null ? [] : [{ code, calling_code, name: countryName(code, page.language) }],
  );
  const [only, ...others] = known;
  if (!only) return html`<span class="code-of" id="phone-code">${texts.choose_phone_hint}</span>`;
  if (others.length === 0) {
    return html`<span class="code-of" id="phone-code" data-code="${only.calling_code}">${flagOf(only.code)} +${only.calling_code}</span>`;
  }
  const options = known
    .sort((left, right) => left.name.localeCompare(right.name, texts.locale))
    .map(
      ({ code, calling_code, name }) =>
        html`<option value="${code}" data-code="${calling_code}"${code === country && ' selected'}>${flagOf(code)} ${name} (+${calling_code})</option>`,
    );
  return html`<select id="country" name="country" aria-label="${texts.choose_country}">${options}</select>`;
}

/** The countries of the offers, each with its calling code. */
function codesOf(offers: readonly Offer[]): ReadonlyMap<string | null, string> {
  return new Map(offers.map(({ country, calling_code }) => [country, calling_code]));
}

/** The flag of a country as an emoji: its code in regional indicator symbols. */
function flagOf(country: string): string {
  return String.fromCodePoint(...[...country].map((letter) => 0x1f1a5 + (letter.codePointAt(0) ?? 0)));
}

function problemOf(
  { problems }: ViewOf<'choose'>,
  language: Context['page']['language'],
  texts: Context['texts'],
): string | undefined {
  if (!problems.phone) return undefined;
  const { from_country, from_country_picked, ...sentences } = texts.choose_problems.phone;
  if (!problems.belongs_to) return sentences[problems.phone];
  const { country, is_picked } = problems.belongs_to;
  return (is_picked ? from_country_picked : from_country)(countryName(country, language));
}
