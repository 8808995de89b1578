import { Stack } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { defineTexts } from '../language/define-texts.ts';
import { useTexts } from '../language/use-language.tsx';
import { Alone } from './alone.tsx';
import { frame_texts } from './texts.ts';

const words = defineTexts({
  en: {
    title: 'There is nothing here',
    about: 'The address is wrong, or it belongs to a merchant other than the one you are signed in to.',
    home: 'Go to the start page',
  },
  fr: {
    title: 'Il n’y a rien ici',
    about: 'L’adresse est erronée, ou appartient à un autre marchand que celui où vous êtes connecté.',
    home: 'Aller au début',
  },
});

export function NotFoundPage() {
  const texts = useTexts(words);
  const { other_merchant } = useTexts(frame_texts);
  const next = useLocation({ select: ({ href }) => href });
  return (
    <Alone title={texts.title} about={texts.about}>
      <Stack>
        <Link to="/">{texts.home}</Link>
        <Link to="/sign-in" search={{ next }}>
          {other_merchant}
        </Link>
      </Stack>
    </Alone>
  );
}
