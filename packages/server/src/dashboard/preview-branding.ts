import { type Logo, logoProblem, readLogo, showProfile } from '@guichet/core/accounts';
import { type Context, requireScope, type StaffActor } from '@guichet/core/platform';
import { documented } from '@guichet/kernel/documented';
import { color_form } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import Type, { type Static } from 'typebox';
import { accentOf, contrastRatio, defaultAccent } from '../checkout-page/accent.ts';
import { textOf } from '../checkout-page/compress.ts';
import { renderPage } from '../checkout-page/render.ts';
import { samplePage, sampleViews } from '../checkout-page/samples.ts';

/** WCAG 2.2, success criterion 1.4.3, for the white text of buttons (interface section "What the service does", 8). */
const contrast_least = 4.5;
/** The shown ratio has two decimals and is rounded down, because 4.499 is not enough. */
const ratio_steps = 100;

export const PreviewQuery = Type.Object(
  {
    primary_color: Type.Optional(
      Type.String({
        description: '`#RRGGBB`; the default blue if empty or omitted.',
        ...color_form,
      }),
    ),
    logo: Type.Optional(
      Type.String({
        description: 'In base64, as it would be saved; none if empty, the saved one if omitted.',
      }),
    ),
    language: Type.Optional(Type.Enum(['en', 'fr'])),
    nonce: Type.Optional(
      Type.String({
        description: 'Nonce of the page that shows the previews: their styles carry it.',
        ...documented({ pattern: '^[A-Za-z0-9_+/=-]{0,100}$' }),
      }),
    ),
  },
  { additionalProperties: false },
);
const read = makeReadQuery(PreviewQuery);

export const PreviewObject = Type.Object({
  primary_color: Type.String({ description: 'The colour shown, `#RRGGBB`.' }),
  contrast: Type.Object(
    {
      ratio: Type.Number({ description: 'From 1 to 21, two decimals, rounded down.' }),
      least: Type.Number(),
      is_enough: Type.Boolean(),
    },
    { description: 'Of white text on the colour (WCAG 2.2).' },
  ),
  text_color: Type.String({ description: 'Colour of the text on it, chosen to be readable.' }),
  templates: Type.Object(
    { default: Type.String(), abidjan: Type.String(), cotonou: Type.String() },
    { description: 'The payment page in each template, a whole HTML document.' },
  ),
});

/**
 * Previews a colour and a logo before they are saved: the payment page as customers see it, with the merchant's name and a sample
 * payment.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function previewBranding(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<Static<typeof PreviewObject>> {
  requireScope(actor, 'settings:read');
  const {
    primary_color = '',
    logo: given,
    language = 'en',
    nonce = '',
  } = read(query, {
    primary_color: (text) =>
      /^(#[0-9a-f]{6})?$/i.test(text)
        ? undefined
        : problem('not_a_color', 'must be a colour as #RRGGBB, or empty'),
    logo: (text) => (text === '' ? undefined : logoProblem(text)),
    nonce: (text) => (/^[\w+/=-]{0,100}$/.test(text) ? undefined : 'must be a nonce'),
  });
  const { name, logo: saved } = await showProfile(ctx, actor);
  const logo = logoOf(given ?? contentOf(saved));
  const view = sampleViews.choose_prefilled;
  if (!view) throw new Error('the samples have no such view');
  const color = primary_color || defaultAccent;
  const show = (template: 'default' | 'abidjan' | 'cotonou'): string => {
    const look = { template, shop_name: name, logo, primary_color: color };
    return withoutScript(textOf(renderPage({ ...samplePage, view, language, nonce, ...look })));
  };
  const ratio = contrastRatio(color, '#ffffff');
  return {
    primary_color: color.toUpperCase(),
    contrast: {
      ratio: Math.floor(ratio * ratio_steps) / ratio_steps,
      least: contrast_least,
      is_enough: ratio >= contrast_least,
    },
    text_color: accentOf(color).text,
    templates: { default: show('default'), abidjan: show('abidjan'), cotonou: show('cotonou') },
  };
}

function logoOf(text: string): Logo | null {
  return text === '' ? null : readLogo(text);
}

/** Returns the content of a `data:` URL in base64; empty without one. */
function contentOf(url: string | null): string {
  return url === null ? '' : url.slice(url.indexOf(',') + 1);
}

/** A preview needs no script. The merchant's text is escaped, so this finds only the page's own script. */
function withoutScript(page: string): string {
  const [before = '', ...rest] = page.split('<script');
  const after = rest.join('<script');
  return before + after.slice(after.indexOf('</script>') + '</script>'.length);
}
