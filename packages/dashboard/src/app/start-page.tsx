import { useTexts } from '../language/use-language.tsx';
import { Alone } from './alone.tsx';
import { SignOutButton } from './sign-out.tsx';
import { frame_texts } from './texts.ts';

/** For somebody who is signed in and belongs to no merchant yet. */
export function StartPage() {
  const texts = useTexts(frame_texts);
  return (
    <Alone title={texts.no_merchant_title} about={texts.no_merchant}>
      <SignOutButton />
    </Alone>
  );
}
