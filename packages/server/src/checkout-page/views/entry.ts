import { type Html, html } from '../../http/html.ts';
import type { EntryPage } from '../page.ts';
import { renderSubmit } from '../parts/actions.ts';
import type { Texts } from '../texts/keys.ts';

/** Renders the form for entering a code that another screen shows, to continue that screen's payment here. */
export function renderEntry({ action, code, is_wrong }: EntryPage, texts: Texts): Html {
  const described = is_wrong ? 'code-problem code-lead' : 'code-lead';
  return html`<h1>${texts.entry_title}</h1>
<p class="lead" id="code-lead">${texts.entry_sentence}</p>
<form method="post" action="${action}">
<div class="field"><label for="code">${texts.entry_label}</label>
${is_wrong && html`<p class="problem" id="code-problem" role="alert">${texts.entry_wrong}</p>`}
<input class="code" type="text" id="code" name="code" autocapitalize="characters" autocomplete="off" spellcheck="false" maxlength="20" required autofocus value="${code}" aria-describedby="${described}"${
    is_wrong && html` aria-invalid="true"`
  }></div>
${renderSubmit(texts.entry_submit)}
</form>`;
}
