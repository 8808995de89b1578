import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { trial_page_texts } from './page-texts.ts';

/** The size of the smallest phone that the payment page is designed for, in CSS pixels. */
const width = 360;
const height = 640;

/**
 * The permissions of the page in the frame: it may do everything but leave. It is our own page, on our own origin; pages of live
 * money refuse to be framed.
 */
const allowed = 'allow-forms allow-scripts allow-same-origin';

interface PhoneFrameProps {
  readonly token: string;
  /** The language of the page; the reader's own by default. */
  readonly language: string | undefined;
}

/** The hosted page of a session, as it works, on a phone. */
export function PhoneFrame({ token, language }: PhoneFrameProps) {
  const texts = useTexts(trial_page_texts);
  const own = useLanguage();
  // The path alone: the service may be open here at another of its addresses.
  const path = `/pay/${encodeURIComponent(token)}?lang=${encodeURIComponent(language ?? own.language)}`;
  return (
    <div className="trial-phone">
      <iframe key={path} title={texts.phone} src={path} sandbox={allowed} width={width} height={height} />
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          {texts.alone}
        </a>
      </p>
    </div>
  );
}

/** The phone before a payment has been started. */
export function NoPhone() {
  const { no_phone } = useTexts(trial_page_texts);
  return (
    <div className="trial-phone" data-empty>
      <p className="quiet">{no_phone}</p>
    </div>
  );
}
