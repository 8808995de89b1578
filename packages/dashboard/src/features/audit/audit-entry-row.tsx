import { Button } from '@mantine/core';
import type { components } from '../../api/schema.d.ts';
import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { part_texts } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import type { FilterName } from './audit-filters.tsx';
import { audit_page_texts } from './page-texts.ts';

type Entry = components['schemas']['AuditEntry'];

const tones = { created: 'good', changed: 'accent', deleted: 'bad' } as const satisfies Record<
  Entry['action'],
  Tone
>;

interface AuditEntryRowProps {
  readonly entry: Entry;
  readonly set: Filtering<FilterName>['set'];
}

/** One change in a line, which opens on what was and what is. */
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
            <Badge tone={tones[entry.action]}>{texts.actions[entry.action]}</Badge>
            <strong>{texts.objects[entry.object_type] ?? entry.object_type}</strong>
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

function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const texts = useTexts(audit_page_texts);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (values: Entry['before'], field: string) => {
    const value = values?.[field];
    if (value === undefined || value === null) return <span className="quiet">{texts.nothing}</span>;
    return typeof value === 'string' ? value : JSON.stringify(value);
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
            <th scope="row" className="mono">
              {field}
            </th>
            <td>{show(before, field)}</td>
            <td>{show(after, field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
