import { Link } from '@tanstack/react-router';
import { defineTexts } from '../language/define-texts.ts';
import { useTexts } from '../language/use-language.tsx';
import { Alone } from './alone.tsx';

const words = defineTexts({
  en: {
    title: 'There is nothing here',
    about: 'The address is wrong, or it belongs to a merchant whose team you are not in.',
    home: 'Go to the start',
  },
  fr: {
    title: 'Il n’y a rien ici',
    about: 'L’adresse est erronée, ou elle appartient à un marchand dont vous n’êtes pas de l’équipe.',
    home: 'Aller au début',
  },
});

export function NotFoundPage() {
  const texts = useTexts(words);
  return (
    <Alone title={texts.title} about={texts.about}>
      <Link to="/">{texts.home}</Link>
    </Alone>
  );
}
