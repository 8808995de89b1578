import { renderSubmit } from '../../checkout-page/parts/actions.ts';
import { renderProblemNote } from '../../checkout-page/parts/problem.ts';
import { html } from '../../http/html.ts';
import type { CounterPage, CounterScreen } from '../page.ts';

/** The form that pairs a device with a till. */
export function pairScreen(
  { texts }: CounterPage,
  { code, is_wrong, was_disconnected }: { code: string; is_wrong: boolean; was_disconnected: boolean },
): CounterScreen {
  return {
    title: texts.pair_title,
    data: { state: 'pair', events: null },
    main: html`<h1>${texts.pair_title}</h1>
${was_disconnected && html`<p class="notice" role="alert">${texts.pair_again}</p>`}<p class="lead">${texts.pair_sentence}</p>
<form method="post" action="/caisse/pair"><div class="field">${is_wrong && renderProblemNote('code-problem', texts.pair_wrong)}
<div class="label"><label for="code">${texts.pair_code}</label></div>
<input id="code" name="code" class="code" dir="ltr" autocomplete="off" autocapitalize="characters" maxlength="20" required value="${code}"${
      is_wrong && html` aria-invalid="true" aria-describedby="code-problem"`
    }></div>${renderSubmit(texts.pair_submit)}</form>`,
  };
}
