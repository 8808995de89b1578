import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { NeedsSecondFactor } from './needs-second-factor.tsx';
import { security_page_texts } from './page-texts.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordChange } from './password-change.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { security_texts } from './texts.ts';
import { YourDetails } from './your-details.tsx';
import './security.css';

/** The person's sign-in methods, details and sessions. */
export function SecurityPage() {
  const { title } = useTexts(security_texts);
  const { about } = useTexts(security_page_texts);
  return (
    <>
      <PageHead title={title} about={about} />
      <div className="security">
        <NeedsSecondFactor />
        <SecondFactor />
        <Passkeys />
        <PasswordChange />
        <YourDetails />
        <Sessions />
      </div>
    </>
  );
}
