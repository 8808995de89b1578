import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyButton } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { type GuideId, portals } from './guide.ts';
import { guide_texts } from './guide-texts.ts';
import { go_live_page_texts } from './page-texts.ts';

/** The things to ask the provider for, and where each is found; one part for each contract that fits the country. */
export function AskStep({ guides }: { readonly guides: readonly GuideId[] }) {
  const texts = useTexts(go_live_page_texts);
  if (guides.length === 0) return <p>{texts.not_known}</p>;
  return guides.map((id) => <OneGuide key={id} id={id} has_name={guides.length > 1} />);
}

function OneGuide({ id, has_name }: { readonly id: GuideId; readonly has_name: boolean }) {
  const texts = useTexts(go_live_page_texts);
  const { merchant } = useFrame();
  const { name, ask, found, notes } = useTexts(guide_texts)[id];
  const message = texts.message(merchant.name, name) + ask.map((one) => `- ${one}`).join('\n');
  const portal = portals[id];
  const Part = has_name ? 'h4' : 'h3';
  return (
    <section>
      {has_name && <h3>{name}</h3>}
      <Part>{texts.to_ask}</Part>
      <List items={ask} />
      <CopyButton text={message} label={`${texts.copy_message}: ${name}`}>
        {texts.copy_message}
      </CopyButton>
      <Part>{texts.where}</Part>
      <Facts facts={found.map(({ what, where }) => [what, where] as const)} />
      {portal !== undefined && (
        <p>
          {texts.portal}{' '}
          <a href={portal} target="_blank" rel="noreferrer">
            {new URL(portal).host}
          </a>
        </p>
      )}
      {notes.length > 0 && (
        <>
          <Part>{texts.notes}</Part>
          <List items={notes} />
        </>
      )}
    </section>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
