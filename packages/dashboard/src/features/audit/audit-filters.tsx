import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, Filters, PeriodFilters } from '../../parts/filters.tsx';
import { audit_page_texts } from './page-texts.ts';

export type FilterName = 'author' | 'action' | 'object_type' | 'object_id' | 'from' | 'until';

/** The filters of the log. The filters by author and by object are set from an entry of the log. */
export function AuditFilters(props: {
  readonly filtering: Filtering<FilterName>;
  readonly problem: unknown;
}) {
  const { of } = props.filtering;
  const texts = useTexts(audit_page_texts);
  return (
    <Filters {...props.filtering} problem={props.problem}>
      <ChoiceFilter {...of('action')} label={texts.action} choices={Object.entries(texts.actions)} />
      <ChoiceFilter
        {...of('object_type')}
        label={texts.object_type}
        choices={Object.entries(texts.objects)}
      />
      <PeriodFilters of={of} />
    </Filters>
  );
}
