import { useTexts } from '../../language/use-language.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { BrandForm } from './brand-form.tsx';
import { brand_texts } from './brand-texts.ts';
import { useProfile } from './use-profile.ts';

/** The color and the default template of the payment page. */
export function BrandPage() {
  const texts = useTexts(brand_texts);
  useTitle(texts.title);
  const profile = useProfile();
  return <QueryView query={profile}>{(saved) => <BrandForm saved={saved} />}</QueryView>;
}
