import type { NamedShift, SignIn } from '@guichet/core/serving';
import { formatWait } from '../../checkout-page/format.ts';
import { renderSubmit } from '../../checkout-page/parts/actions.ts';
import { renderProblemNote } from '../../checkout-page/parts/problem.ts';
import { type Html, html } from '../../http/html.ts';
import type { CounterPage, CounterScreen } from '../page.ts';
import { renderTime } from '../time.ts';

type Refused = Exclude<SignIn, { kind: 'signed_in' }>;

/** The form in which a cashier signs in. */
export function signInScreen(
  page: CounterPage,
  names: readonly { readonly id: string; readonly name: string }[],
  { chosen, refused }: { readonly chosen: string | undefined; readonly refused: Refused | null },
): CounterScreen {
  const { texts } = page;
  const data = { state: 'sign-in', events: null };
  const title = texts.sign_in_title;
  if (names.length === 0) {
    return { title, data, main: html`<h1>${title}</h1><p class="lead">${texts.sign_in_nobody}</p>` };
  }
  const other = refused?.kind === 'other_shift' ? refused.shift : null;
  const problem = refused && problemOf(page, refused);
  const radios = names.map(
    ({ id, name }, index) =>
      html`<div><label><input type="radio" name="cashier" value="${id}" required${(id === chosen || (names.length === 1 && index === 0)) && ' checked'}><bdi>${name}</bdi></label></div>`,
  );
  return {
    title,
    data,
    main: html`<form method="post" action="/caisse/sign-in"><fieldset><legend><h1>${title}</h1></legend><div class="offers names">${radios}</div></fieldset>
${other && renderOther(page, other)}<div class="field">${problem !== null && renderProblemNote('pin-problem', problem)}
<div class="label"><label for="pin">${texts.sign_in_pin}</label></div>
<input id="pin" name="pin" type="password" class="code" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="12" required${
      problem !== null && html` aria-invalid="true" aria-describedby="pin-problem"`
    }></div>${renderSubmit(texts.sign_in_submit)}</form>`,
  };
}

function renderOther({ texts, language }: CounterPage, shift: NamedShift): Html {
  const time = renderTime(shift.opened_at, language);
  const [before = '', after = ''] = texts.other_shift(shift.cashier_name, '\u0000').split('\u0000');
  return html`<div class="notice" role="alert"><p>${before}${time}${after}</p>
<label class="tick"><input type="checkbox" name="closes" value="${shift.id}"> ${texts.other_shift_close(shift.cashier_name)}</label></div>`;
}

function problemOf({ texts, language }: CounterPage, refused: Refused): string | null {
  switch (refused.kind) {
    case 'wrong':
      return texts.pin_wrong(refused.left);
    case 'pause':
      return texts.pin_pause(formatWait(refused.wait_s, language));
    case 'locked':
      return texts.pin_locked;
    case 'gone':
      return texts.cashier_gone;
    case 'other_shift':
      return null;
  }
}
