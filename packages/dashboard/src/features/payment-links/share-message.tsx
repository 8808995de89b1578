import { Button, NativeSelect } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconMessage } from '@tabler/icons-react';
import { useTexts } from '../../language/use-language.tsx';
import { CopyButton } from '../../parts/copy-text.tsx';
import { share_texts } from './share-texts.ts';
import type { ShareText } from './verbs.ts';

interface ShareMessageProps {
  readonly shares: readonly ShareText[];
  readonly language: string;
  readonly onLanguage: (language: string) => void;
}

/** A text in the language that is chosen, and the buttons that open it where it is sent. */
export function ShareMessage({ shares, language, onLanguage }: ShareMessageProps) {
  const texts = useTexts(share_texts);
  const share = shares.find((one) => one.language === language) ?? shares[0];
  if (!share) return null;
  const elsewhere = { target: '_blank', rel: 'noreferrer' } as const;
  return (
    <div className="share-message">
      <NativeSelect
        label={texts.language}
        value={share.language}
        onChange={(event) => onLanguage(event.target.value)}
        data={shares.map((one) => ({ value: one.language, label: texts.languages[one.language] }))}
      />
      <figure>
        <figcaption>{texts.message}</figcaption>
        <blockquote lang={share.language} dir="auto">
          {share.message}
        </blockquote>
      </figure>
      <div className="share-buttons">
        <Button
          component="a"
          href={share.whatsapp_href}
          {...elsewhere}
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {texts.whatsapp}
        </Button>
        <Button
          component="a"
          href={share.sms_href}
          variant="default"
          leftSection={<IconMessage size={18} aria-hidden />}
        >
          {texts.sms}
        </Button>
        <Button
          component="a"
          href={share.email_href}
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
        >
          {texts.email}
        </Button>
        <CopyButton text={share.message}>{texts.copy_text}</CopyButton>
      </div>
    </div>
  );
}
