import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, DayFilter, Filters } from '../../parts/filters.tsx';
import { part_texts } from '../../parts/texts.ts';
import { audit_page_texts } from './page-texts.ts';

export type FilterName = 'author' | 'action' | 'object_type' | 'object_id' | 'from' | 'until';

/** The filters of the log. Author and object are chosen on an entry. */
export function AuditFilters({
  search,
  is_set,
  set,
  clear,
  problem,
}: Omit<Filtering<FilterName>, 'goTo'> & { readonly problem: unknown }) {
  const texts = useTexts(audit_page_texts);
  const parts = useTexts(part_texts);
  return (
    <Filters is_set={is_set} clear={clear} problem={problem}>
      <ChoiceFilter
        field="action"
        label={texts.action}
        value={search.action}
        choices={Object.entries(texts.actions)}
        onChange={(action) => set({ action })}
      />
      <ChoiceFilter
        field="object_type"
        label={texts.object_type}
        value={search.object_type}
        choices={Object.entries(texts.objects)}
        onChange={(object_type) => set({ object_type })}
      />
      <DayFilter field="since" label={parts.from} value={search.from} onChange={(from) => set({ from })} />
      <DayFilter
        field="until"
        label={parts.until}
        value={search.until}
        onChange={(until) => set({ until })}
      />
    </Filters>
  );
}
