import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTexts } from '../../language/use-language.tsx';
import { share_texts } from './share-texts.ts';

/** The QR code of a link as files, and its posters. @param language of the posters */
export function SharePaper({ url, language }: { readonly url: string; readonly language: string }) {
  const texts = useTexts(share_texts);
  // The path alone: the service may be open here at another of its addresses.
  const { pathname } = new URL(url);
  return (
    <section className="card share-paper">
      <h2>{texts.on_paper}</h2>
      <img src={`${pathname}/qr.svg`} width={160} height={160} alt={texts.qr_alt} />
      <div>
        <h3>{texts.qr}</h3>
        <p className="quiet link-note">{texts.qr_about}</p>
        <div className="share-buttons">
          {(['svg', 'png'] as const).map((kind) => (
            <Button
              key={kind}
              component="a"
              href={`${pathname}/qr.${kind}`}
              download
              variant="default"
              aria-label={`${texts.qr}: ${texts[kind]}`}
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {texts[kind]}
            </Button>
          ))}
        </div>
      </div>
      <div>
        <h3>{texts.poster}</h3>
        <p className="quiet link-note">{texts.poster_about}</p>
        <div className="share-buttons">
          {(['a5', 'a6'] as const).map((size) => (
            <Button
              key={size}
              component="a"
              href={`${pathname}/poster?size=${size}&lang=${language}`}
              target="_blank"
              rel="noreferrer"
              variant="default"
              aria-label={`${texts.poster}: ${texts[size]}`}
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {texts[size]}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
