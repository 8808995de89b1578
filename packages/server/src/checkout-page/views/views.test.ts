import { describe, expect, test } from 'vitest';
import { textOf } from '../compress.ts';
import type { Page } from '../page.ts';
import { renderPage } from '../render.ts';
import { samplePage, sampleViews } from '../samples.ts';
import { texts } from '../texts/texts.ts';

function show(kind: string, change: Partial<Page> = {}): string {
  const view = sampleViews[kind];
  if (!view) throw new Error(`no sample of ${kind}`);
  return textOf(renderPage({ ...samplePage, language: 'en', view, ...change }));
}

/** The words in reading order, as without the style. */
function wordsOf(html: string): string {
  return html
    .replace(/^.*<body>/s, '')
    .replace(/<script.*<\/script>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
}

const kinds = Object.keys(sampleViews);

describe('choose', () => {
  test('begins with the number; every operator with its fee is in a list that opens, without a preselected one', () => {
    const html = show('choose');
    expect(wordsOf(html)).toMatch(/Your mobile money number \S+ \+225 Another way How do you want to pay\?/);
    expect(wordsOf(html)).toContain(
      'OM Orange Money + 375 F CFA MTN MTN MoMo + 500 F CFA Wave Wave + 250 F CFA Moov Moov Money no fee Remember this number on this device Continue',
    );
    expect(html.match(/<input type="radio" name="operator" value="\w+"/g)).toHaveLength(4);
    expect(html).not.toContain(' checked');
    expect(html).toContain('<details class="ways">');
    expect(html).toContain('id="guess" role="status" hidden></p>');
  });

  test('keeps the chosen operator, which stands alone, and the typed number', () => {
    const html = show('choose_prefilled');
    expect(html).toMatch(/value="orange_ci"[^>]* checked>/);
    expect(html).toMatch(/name="phone" type="tel" [^>]*autocomplete="tel"[^>]* value="07[^"]+00"/);
    expect(html).toMatch(/id="guess" role="status">.*Orange Money.*<\/p>\s*<details class="ways">/s);
    expect(show('choose_guessed')).toContain('id="guess" role="status" data-guess="1">');
  });

  test('has no list of ways for a single operator', () => {
    for (const [sample, code] of [
      ['choose_one', 'orange_ci'],
      ['choose_stand_in', 'sandbox'],
    ] as const) {
      expect(show(sample)).toContain(`<input type="hidden" name="operator" value="${code}">`);
      expect(show(sample)).not.toContain('<details class="ways"');
    }
  });

  test('asks for the country of the number, and groups the operators, if there are several', () => {
    const html = show('choose_countries');
    const legends = html.match(/<legend>(?!How)[^<]+/g);
    expect(legends).toEqual(['<legend>Côte d’Ivoire', '<legend>Benin', '<legend>Togo']);
    const options = [
      ...html.matchAll(/<option value="(\w+)" data-code="(\d+)"( selected)?>(.*?)<\/option>/g),
    ];
    expect(options.map(([, ...parts]) => parts)).toEqual([
      ['BJ', '229', undefined, '🇧🇯 Benin (+229)'],
      ['CI', '225', ' selected', '🇨🇮 Côte d’Ivoire (+225)'],
      ['TG', '228', undefined, '🇹🇬 Togo (+228)'],
    ]);
    expect(show('choose')).not.toMatch(/<select|class="country"/);
  });

  test('has a button for each operator that needs no number, and no number if none needs one', () => {
    const codesOf = (html: string) =>
      [...html.matchAll(/name="direct" value="(\w+)" formnovalidate/g)].map(([, code]) => code);
    expect(codesOf(show('choose'))).toEqual(['wave_ci']);
    expect(show('choose')).not.toMatch(/name="phone"[^>]* required/);
    expect(show('choose_one')).toMatch(/name="phone"[^>]* required/);
    const direct = show('choose_direct');
    expect(codesOf(direct)).toHaveLength(4);
    expect(direct).not.toMatch(/name="phone"|class="button"/);
    expect(wordsOf(direct)).toContain('How do you want to pay?');
  });

  test('opens the list if the customer has to pick', () => {
    for (const sample of ['choose_problems', 'choose_gone', 'choose_down', 'choose_after_failure'])
      expect(show(sample), sample).toContain('<details class="ways" open>');
  });

  test('lists the number prefixes of each operator', () => {
    const startsOf = (kind: string): readonly (string | undefined)[] =>
      [...show(kind).matchAll(/type="radio" name="operator" value="(\w+)"(?: data-starts="([^"]*)")?/g)].map(
        ([, , starts]) => starts,
      );
    expect(startsOf('choose')).toEqual(['225 07', '225 05', '225', '225 01']);
    expect(startsOf('choose_countries').at(-1)).toBe('228 70 71 72 90 91 92 93');
  });

  test('on wide screens, links to instructions for continuing on a phone', () => {
    expect(show('choose')).toMatch(/<p class="wide quiet"><a class="link" href="[^"]*step=phone[^"]*">/);
  });

  const problems: readonly [sample: string, ids: readonly string[], focused: boolean][] = [
    ['choose', [], false],
    ['choose_empty', ['phone-problem'], true],
    ['choose_problems', ['phone-problem', 'operator-problem'], false],
    ['choose_gone', ['phone-problem', 'operator-problem'], false],
  ];
  for (const [sample, ids, focused] of problems) {
    test(`announces problems and ties them to their fields: ${sample}`, () => {
      const html = show(sample);
      expect(
        [...html.matchAll(/<p class="problem" id="([^"]+)" role="alert">/g)].map(([, id]) => id),
      ).toEqual(ids);
      for (const id of ids) expect(html).toMatch(new RegExp(`aria-describedby="${id}`));
      expect(html.includes('aria-invalid="true"')).toBe(ids.includes('phone-problem'));
      expect(html.includes(' autofocus')).toBe(focused);
      expect(html.includes('<title>Error · ')).toBe(ids.length > 0);
    });
  }

  test('says why the previous attempt failed', () => {
    expect(wordsOf(show('choose_after_failure'))).toContain(
      'Not enough money in the wallet No money was taken.',
    );
  });
});

test('confirm and unknown name no number if none was entered', () => {
  expect(wordsOf(show('confirm_without_number'))).toContain('with Orange Money Change');
  expect(wordsOf(show('unknown_without_number'))).toContain('whether 25 375 F CFA was paid');
  expect(wordsOf(show('unknown'))).toContain('+225');
});

test('confirm shows the operator, the number, and Subtotal, Fees and Total before the only button', () => {
  expect(wordsOf(show('confirm'))).toContain(
    'You pay 25 375 F CFA OM with Orange Money number +225 07 00 00 00 00 Change ' +
      'Subtotal 25 000 F CFA Fees 375 F CFA Total 25 375 F CFA Pay 25 375 F CFA Nothing is sent',
  );
  expect(wordsOf(show('confirm_free'))).toContain('Fees no fee Total 25 000 F CFA');
  expect(show('confirm')).toContain(`<form method="post" action="${samplePage.links.pay}">`);
});

test('hand over shows the URL as a QR code, and an alternative without a camera', () => {
  const html = show('hand_over');
  expect(html.match(/<svg class="qr"[^>]* role="img" aria-label="QR code"/g)).toHaveLength(1);
  expect(wordsOf(html)).toContain(
    'Open this address on the phone: pay.shop.example/pay and type this code: 7KQ2-M9XD',
  );
  expect(html).toContain(
    `<a class="link" href="${samplePage.links.choose.replace('&', '&amp;')}">Pay on this screen`,
  );
});

test('redirect shows the URL for a phone as a QR code, unless it is too long to scan', () => {
  const withUrl = (url: string): string => {
    const view = sampleViews.redirect;
    if (view?.kind !== 'redirect') throw new Error('no sample of redirect');
    return textOf(renderPage({ ...samplePage, language: 'en', view: { ...view, url } }));
  };
  const url = 'https://pay.wave.example/'.padEnd(300, 'x');
  expect(withUrl(url)).toMatch(/<div class="wide">.*class="qr"/s);
  expect(withUrl(`${url}x`)).not.toContain('class="qr"');
  expect(withUrl(`${url}x`)).toContain(`class="button" href="${url}x"`);
});

test('otp accepts a pasted code and dials with one touch', () => {
  const html = show('otp');
  expect(html).toMatch(/name="otp" inputmode="numeric" autocomplete="one-time-code"/);
  expect(html).toContain('<a class="dial" dir="ltr" href="tel:%23144*82%23">#144*82#</a>');
  expect(html).not.toContain('aria-invalid=');
  expect(show('otp_wrong')).toContain('aria-describedby="otp-problem otp-lead" aria-invalid="true"');
});

test('waiting names each choice in the operator’s menu, and asks again in a form of its own', () => {
  expect(wordsOf(show('waiting_menu'))).toContain(
    'Dial *150*60# then choose 7 › # › 11 › 1 › this payment and enter your PIN.',
  );
  expect(wordsOf(show('waiting_menus'))).toContain('then choose the currency › 6 › Yes and');
  expect(wordsOf(show('waiting'))).not.toContain('then choose');
  const form = '<form class="quiet" method="post" action="/pay/tok/again?lang=fr">';
  expect(show('waiting')).not.toContain(form);
  expect(show('waiting_menus')).toContain(`${form}<p class="hint">Still nothing?`);
  expect(show('waiting_still_open')).toContain(`${form}<p class="hint" role="status">Orange Money still has`);
});

test('each kind of code has a way to get another one', () => {
  const dialled = `${texts.en.otp_dial_again} <a class="dial" dir="ltr" href="tel:`;
  const button = `action="/pay/tok/resend?lang=fr"><button class="link">${texts.en.otp_resend}</button>`;
  for (const kind of ['otp_dialled_wrong', 'confirm_code_wrong'] as const) {
    expect(show(kind), kind).toContain(dialled);
    expect(show(kind), kind).not.toContain(button);
  }
  // The sentence before says what to dial for the first code.
  for (const kind of ['otp', 'confirm_code'] as const) expect(show(kind), kind).not.toContain(dialled);
  for (const kind of ['otp_wrong', 'otp_resent', 'otp_too_soon'] as const) {
    expect(show(kind), kind).toContain(button);
    expect(show(kind), kind).not.toContain(dialled);
  }
  expect(show('otp_resent')).toContain(`role="status">${texts.en.otp_resent.sent}`);
  expect(show('otp_too_soon')).toContain(`role="alert">${texts.en.otp_resent.too_soon}`);
  // If the operator sends no more codes, the page offers none.
  expect(show('otp_not_sent')).not.toMatch(/otp-again|\/resend/);
});

describe('waiting', () => {
  test('says what happens to a request to a wrong number', () => {
    expect(show('waiting')).toContain(`<summary>${texts.en.wrong_number.title}</summary>`);
    expect(show('waiting_for_page')).not.toContain(texts.en.wrong_number.title);
  });

  test('says what to do, then that we are still checking', () => {
    expect(wordsOf(show('waiting'))).toContain(
      'Check your phone Approve 25 375 F CFA with your Orange Money PIN.',
    );
    expect(wordsOf(show('waiting'))).toContain('Dial #144*82#');
    expect(wordsOf(show('waiting_slow'))).toContain('Still checking');
    expect(wordsOf(show('waiting_slow'))).toContain('do not pay again');
  });

  test('shows the time limit for approving, if known, for the script to count down', () => {
    expect(show('waiting')).toContain(
      '<p class="count" role="timer" data-count="2026-07-25T14:14:00.000Z" data-label="Time left:">Approve before 14:14\u00a0GMT.</p>',
    );
    expect(show('waiting_without_end')).not.toContain('data-count="');
  });

  test('shows the buttons for a decision only while the sandbox awaits one', () => {
    const html = show('waiting_sandbox', { mode: 'test' });
    expect(html).toContain('name="decision" value="approve"');
    expect(html).toContain('name="decision" value="refuse"');
    expect(show('waiting', { mode: 'test' })).not.toContain('name="decision"');
    const links = { ...samplePage.links, sandbox: null };
    expect(show('waiting_sandbox', { links })).not.toContain('name="decision"');
  });
});

test('unknown warns, gives the reference, and does not offer to pay', () => {
  const html = show('unknown');
  expect(wordsOf(html)).toContain('Do not pay again.');
  expect(wordsOf(html)).toContain('Reference pay_01K0Z7M2V4T8Q9R3XJ5B6C7D8E');
  expect(html).not.toMatch(/<form|class="button"/);
  expect(wordsOf(show('unknown_ended'))).toContain('The time to pay is over');
});

test('failed offers another attempt while one is possible, and otherwise the link back to the merchant', () => {
  const failed = show('failed_wrong_pin');
  expect(failed).toContain(`class="button" href="${samplePage.links.confirm.replace('&', '&amp;')}"`);
  expect(failed).toContain(`class="button other" href="${samplePage.links.choose.replace('&', '&amp;')}"`);
  expect(show('failed_other')).toContain(
    'class="button" href="https://shop.example/cancelled?order=7&amp;lang=fr"',
  );
});

describe('a page with nothing to pay links onward:', () => {
  const shop = 'https://shop.example/cancelled?order=7&amp;lang=fr';
  const cases: readonly [kind: string, href: string][] = [
    ['expired', shop],
    ['cancelled', shop],
    ['unavailable', shop],
    ['unavailable_without_way_back', samplePage.links.self],
    ['problem', samplePage.links.self],
    ['already_paid', 'https://shop.example/thanks?payment_id=pay_01K0&amp;status=success'],
  ];
  for (const [kind, href] of cases) {
    test(kind, () => expect(show(kind)).toContain(`<a class="button" href="${href}">`));
  }
});

describe('automatic reloads and redirects', () => {
  const cases: readonly [kind: string, refresh: string | null, poll: string | null, go: boolean][] = [
    ['choose', null, null, false],
    ['hand_over', '5', '1500', false],
    ['confirm', null, null, false],
    ['otp', null, '3000', false],
    ['waiting', '3', '1500', false],
    ['redirect', '15', '1500', false],
    ['unknown', '5', '5000', false],
    ['success', '5;url=/pay/tok/leave?lang=fr', null, true],
    ['already_paid', null, null, false],
    ['failed_wrong_pin', null, null, false],
    ['cancelled', null, null, false],
    ['expired', null, null, false],
  ];
  for (const [kind, refresh, poll, go] of cases) {
    test(kind, () => {
      const html = show(kind);
      const noscript = /<noscript><meta http-equiv="refresh" content="([^"]*)"><\/noscript>/.exec(html);
      expect(noscript?.[1] ?? null).toBe(refresh);
      expect(html.match(/http-equiv="refresh"/g)?.length ?? 0).toBe(refresh === null ? 0 : 1);
      expect(/<main[^>]* data-poll="(\d+)"/.exec(html)?.[1] ?? null).toBe(poll);
      expect(/<main[^>]* data-go="/.test(html)).toBe(go);
    });
  }
});

test('a receipt for an amount other than charged shows no fee', () => {
  const words = wordsOf(show('already_paid_less', { template: 'cotonou' }));
  expect(words).toContain(`${texts.en.total} 5 000 F CFA`);
  expect(words).not.toContain(texts.en.fees);
  expect(wordsOf(show('already_paid', { template: 'cotonou' }))).toContain(texts.en.fees);
});

describe('on every view', () => {
  test('the merchant comes first, then the language switch and the amount, in every template', () => {
    for (const template of ['default', 'abidjan', 'cotonou'] as const) {
      for (const kind of kinds) {
        const words = wordsOf(show(kind, { template, mode: 'live' }));
        expect(words, `${template} ${kind}`).toMatch(/^ Boutique Aya English .*?\b2?5 (000|375) F CFA/);
      }
    }
  });

  /** States in which nothing can be retried. */
  const ended = /^(failed_other|returned_late)$/;

  test('cancelling is offered while it is allowed and nothing is in flight', () => {
    const withCancel = kinds.filter((kind) => show(kind).includes(`action="${samplePage.links.cancel}"`));
    const allowed = kinds.filter(
      (kind) => /^(choose|confirm|failed|returned)/.test(kind) && !ended.test(kind),
    );
    expect(withCancel).toEqual(allowed);
  });

  test('the time limit is shown while it matters', () => {
    const withExpiry = kinds.filter((kind) => show(kind).includes('Expires at'));
    const active = /^(choose|hand_over|confirm|otp|waiting|redirect|failed|returned)/;
    expect(withExpiry).toEqual(kinds.filter((kind) => active.test(kind) && !ended.test(kind)));
  });

  test('test mode is labelled, live mode is not', () => {
    for (const kind of kinds) {
      expect(show(kind, { mode: 'test' })).toContain('Test mode: no real money');
      expect(show(kind, { mode: 'live' })).not.toContain('Test mode: no real money');
    }
    expect(show('choose', { mode: 'test' })).toContain('<details class="numbers">');
    expect(show('choose', { mode: 'live' })).not.toContain('<details class="numbers">');
  });

  test('there is a live region outside main', () => {
    for (const kind of kinds)
      expect(show(kind)).toMatch(/<\/main>.*<p class="hidden" role="status"[^>]*><\/p>/s);
  });
});

test('the version of main changes with its content, and only then', () => {
  const version = (html: string) => /data-version="([^"]+)"/.exec(html)?.[1];
  expect(version(show('waiting'))).toBe(version(show('waiting', { nonce: 'other', template: 'abidjan' })));
  expect(version(show('waiting'))).not.toBe(version(show('waiting_slow')));
});
