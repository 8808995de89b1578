import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTexts } from '../../language/use-language.tsx';
import { share_texts } from './share-texts.ts';

interface SharePaperProps {
  readonly url: string;
  readonly has_pi_spi: boolean;
  /** The language of the posters. */
  readonly language: string;
}

/** The QR codes of a link as files, and its posters. */
export function SharePaper({ url, has_pi_spi, language }: SharePaperProps) {
  const texts = useTexts(share_texts);
  // The path alone: the service may be open here at another of its addresses.
  const { pathname } = new URL(url);
  return (
    <section className="card share-paper">
      <h2>{texts.on_paper}</h2>
      <img src={`${pathname}/qr.svg`} width={160} height={160} alt={texts.qr_alt} />
      <QrFiles path={`${pathname}/qr`} name={texts.qr} about={texts.qr_about} />
      {has_pi_spi && <QrFiles path={`${pathname}/pi-spi`} name={texts.pi_spi} about={texts.pi_spi_about} />}
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

interface QrFilesProps {
  /** The address of the files, without their ending. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

function QrFiles({ path, name, about }: QrFilesProps) {
  const texts = useTexts(share_texts);
  return (
    <div>
      <h3>{name}</h3>
      <p className="quiet link-note">{about}</p>
      <div className="share-buttons">
        {(['svg', 'png'] as const).map((kind) => (
          <Button
            key={kind}
            component="a"
            href={`${path}.${kind}`}
            download
            variant="default"
            aria-label={`${name}: ${texts[kind]}`}
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {texts[kind]}
          </Button>
        ))}
      </div>
    </div>
  );
}
