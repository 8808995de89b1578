import { readLogo } from '@guichet/core/accounts';
import type { BrandTemplate } from '@guichet/core/platform';
import { asCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { operatorsForCurrency } from '@guichet/operators/catalogue';
import { makePng } from '../../../../../../test-support/logos.ts';
import { type PageParts, textOf } from '../../compress.ts';
import type { Page, View } from '../../page.ts';
import { renderBarePage, renderEntryPage, renderPage } from '../../render.ts';
import { samplePage, sampleViews } from '../../samples.ts';
import { type Language, languages } from '../../texts/texts.ts';
import { renderSandboxApproval } from '../../views/sandbox-approval.ts';

/** One page as it is sent, with its position in the matrix. */
export interface Document {
  /** For instance `abidjan fr otp_wrong live`. */
  readonly name: string;
  readonly state: string;
  readonly language: Language;
  /** Null for pages without a session. */
  readonly template: BrandTemplate | null;
  readonly html: string;
  /** The page in the parts in which it is sent. */
  readonly parts: PageParts;
}

export const templates = ['default', 'abidjan', 'cotonou'] as const satisfies readonly BrandTemplate[];

const { amount } = samplePage;

/** Every operator that a merchant can have in one currency: the longest page. */
const choose_everywhere: View = {
  kind: 'choose',
  country: 'CI',
  offers: operatorsForCurrency(amount.currency).map(
    ({ code, name, country, calling_code, prefixes, flow }) => ({
      code,
      name,
      country,
      calling_code,
      prefixes,
      fee: amount,
      total: amount,
      available: true,
      needs_number: flow === 'ussd_push' || flow === 'otp',
    }),
  ),
  operator: null,
  email: null,
  phone: '',
  problems: {},
  failure: null,
};
const states = Object.entries({ ...sampleViews, choose_everywhere });

/** The longest texts that a merchant may set, without a place to break a line, every contact, and the largest logo. */
const longest: Partial<Page> = {
  contact: {
    phone: '+2250707070707',
    whatsapp: '+2250505050505',
    email: 'aya@boutique-aya.example',
    hours: 'Lundi – samedi, 8 h – 19 h',
  },
  logo: readLogo(makePng({ width: 192, height: 64 })),
  shop_name: 'Ets'.padEnd(limits.name_length_max, 'ablissements'),
  description: 'Pagne'.padEnd(limits.description_length_max, 'wax'),
  amount: { amount_minor: BigInt(limits.amount_max) * 100n, currency: asCurrency('GHS') },
};

/**
 * Every combination of template, language and state, in live mode, and the pages without a session in every
 * language.
 */
export function allDocuments(): readonly Document[] {
  return languages.flatMap((language) => [
    ...templates.flatMap((template) =>
      states.map(([state, view]) => pageOf({ template, language, state, view })),
    ),
    ...barePages(language),
  ]);
}

/**
 * The smaller matrix for slow checks in a browser: every state in every template in one language of each writing
 * direction, and every state in every language in one template.
 */
export function mostDocuments(): readonly Document[] {
  return allDocuments().filter(
    ({ language, template }) =>
      language === 'fr' || language === 'ar' || template === 'default' || template === null,
  );
}

/** Cases outside the matrix above: test mode, a merchant's longest texts, and brand colours of every lightness. */
export function furtherDocuments(language: Language): readonly Document[] {
  const variants: Readonly<Record<string, Partial<Page>>> = {
    test: { mode: 'test' },
    longest,
    yellow: { primary_color: '#ffcc00' },
    black: { primary_color: '#000000' },
    white: { primary_color: '#ffffff' },
  };
  return Object.entries(variants).flatMap(([variant, fields]) =>
    templates.flatMap((template) =>
      states
        .filter(
          ([state]) => mainStates.has(state) || (variant === 'longest' && state === 'choose_everywhere'),
        )
        .map(([state, view]) => pageOf({ template, language, state, view, variant, fields })),
    ),
  );
}

/** The first state of each kind of view: the steps of a payment, and its possible ends. */
export const mainStates: ReadonlySet<string> = new Set(
  states
    .filter(([, view], place, all) => all.findIndex(([, other]) => other.kind === view.kind) === place)
    .map(([state]) => state),
);

function pageOf(place: {
  readonly template: BrandTemplate;
  readonly language: Language;
  readonly state: string;
  readonly view: View;
  readonly variant?: string;
  readonly fields?: Partial<Page>;
}): Document {
  const { template, language, state, view, variant = 'live', fields } = place;
  const parts = renderPage({ ...samplePage, ...fields, template, language, view });
  return {
    name: `${template} ${language} ${state} ${variant}`,
    state,
    language,
    template,
    html: textOf(parts),
    parts,
  };
}

function barePages(language: Language): readonly Document[] {
  const { nonce, shop_name } = samplePage;
  const entry = { language, nonce, code: '', is_wrong: false, action: '/pay' };
  const pages: Readonly<Record<string, PageParts>> = {
    session_unknown: renderBarePage({ language, nonce, kind: 'session_unknown', reload_href: '/pay/tok' }),
    rate_limited: renderBarePage({ language, nonce, kind: 'rate_limited', reload_href: '/pay/tok' }),
    error: renderBarePage({ language, nonce, kind: 'error', reload_href: '/pay/tok' }),
    entry: renderEntryPage(entry),
    entry_wrong: renderEntryPage({ ...entry, code: '7KQ2-M9XX', is_wrong: true }),
    sandbox: [
      renderSandboxApproval({ language, nonce, shop_name, total: amount, action: '/pay/tok/sandbox' }),
    ],
  };
  return Object.entries(pages).map(([state, parts]) => ({
    name: `${state} ${language}`,
    state,
    language,
    template: null,
    html: textOf(parts),
    parts,
  }));
}
