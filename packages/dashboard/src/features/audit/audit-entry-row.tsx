import { Button } from '@mantine/core';
import type { components } from '../../api/schema.d.ts';
import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { part_texts } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { wordOf } from '../../parts/word-of.ts';
import type { FilterName } from './audit-filters.tsx';
import { field_texts } from './field-texts.ts';
import { audit_page_texts } from './page-texts.ts';

type Entry = components['schemas']['AuditEntry'];

const tones = { created: 'good', changed: 'accent', deleted: 'bad' } as const satisfies Record<
  Entry['action'],
  Tone
>;

const outcome_tones = { signed_in: 'good', signed_out: 'quiet', refused: 'bad' } as const;

interface AuditEntryRowProps {
  readonly entry: Entry;
  readonly set: Filtering<FilterName>['set'];
}

/** One entry on a line, which expands to show the values before and after. */
export function AuditEntryRow({ entry, set }: AuditEntryRowProps) {
  const texts = useTexts(audit_page_texts);
  const parts = useTexts(part_texts);
  const { id, name, kind, address } = entry.author;
  const author = kind === 'command' ? texts.command(name ?? '') : (name ?? texts.service);
  return (
    <li>
      <details>
        <summary>
          <span className="audit-what">
            <What entry={entry} />
            <strong>{wordOf(texts.objects, entry.object_type)}</strong>
            <span className="mono">{entry.object_id}</span>
            {entry.mode && <Badge tone="quiet">{texts.modes[entry.mode]}</Badge>}
          </span>
          <When at={entry.at} />
          <small>
            {author}
            {address !== null && ` ${texts.from_address} ${address}`}
          </small>
        </summary>
        <div className="audit-more">
          <Changes before={entry.before} after={entry.after} />
          {entry.request_id !== null && <p className="mono quiet">{parts.request(entry.request_id)}</p>}
          <div className="actions">
            {id !== null && (
              <Button variant="default" size="sm" onClick={() => set({ author: id })}>
                {texts.only_author}
              </Button>
            )}
            <Button
              variant="default"
              size="sm"
              onClick={() => set({ object_type: entry.object_type, object_id: entry.object_id })}
            >
              {texts.only_object}
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}

/** A time as PostgreSQL writes it in JSON. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/;

/** The action, or the outcome of a sign-in. */
function What({ entry: { action, object_type, after } }: Pick<AuditEntryRowProps, 'entry'>) {
  const { actions, outcomes } = useTexts(audit_page_texts);
  const outcome = object_type === 'sign_in' ? after?.outcome : undefined;
  if (outcome === 'signed_in' || outcome === 'signed_out' || outcome === 'refused') {
    return <Badge tone={outcome_tones[outcome]}>{outcomes[outcome]}</Badge>;
  }
  return <Badge tone={tones[action]}>{actions[action]}</Badge>;
}

function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const texts = useTexts(audit_page_texts);
  const names: Readonly<Record<string, string>> = useTexts(field_texts);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (values: Entry['before'], field: string) => {
    const value = values?.[field];
    if (value === undefined || value === null) return <span className="quiet">{texts.nothing}</span>;
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (typeof value === 'string') return moment.test(value) ? <When at={value} precise /> : value;
    return JSON.stringify(value);
  };
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">
              {names[field]} <span className="mono quiet">{field}</span>
            </th>
            <td translate="no">{show(before, field)}</td>
            <td translate="no">{show(after, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
