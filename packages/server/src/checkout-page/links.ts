import type { Language, Links } from './page.ts';
import { inEachLanguage } from './texts/texts.ts';

/** The language that the visitor picked, which every URL keeps; null to follow the browser's language. */
export type PickedLanguage = Language | null;

/** URLs of a session's page. */
export function linksOf(
  token: string,
  picked: PickedLanguage,
  shown: { step: string | null; has_come_back: boolean; is_test: boolean },
): Links {
  const base = `/pay/${token}`;
  const returned = shown.has_come_back ? '1' : null;
  return {
    self: address(base, { lang: picked }),
    choose: address(base, { step: 'choose', lang: picked }),
    confirm: address(base, { step: 'confirm', lang: picked }),
    submit_choice: address(`${base}/choose`, { lang: picked }),
    pay: address(`${base}/pay`, { lang: picked }),
    submit_otp: address(`${base}/otp`, { lang: picked }),
    resend_otp: address(`${base}/resend`, { lang: picked }),
    again: address(`${base}/again`, { lang: picked }),
    cancel: address(`${base}/cancel`, { lang: picked }),
    languages: inEachLanguage((lang) => address(base, { step: shown.step, returned, lang })),
    events: `/api/v1/checkout/${token}/events`,
    hand_over: address(base, { step: 'phone', lang: picked }),
    leave: address(`${base}/leave`, { lang: picked }),
    stay: address(base, { stay: '1', lang: picked }),
    sandbox: shown.is_test ? address(`${base}/sandbox`, { lang: picked }) : null,
  };
}

/** Builds a URL from a path and the parameters that have a value. */
export function address(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== null);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
