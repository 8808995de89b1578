import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { AddButton } from '../../parts/add-button.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { AddKey } from './add-key.tsx';
import { scope_words } from './key-scopes.ts';
import { keys_texts } from './keys-texts.ts';

type Key = components['schemas']['ApiKey'];
const list = '/dashboard/api/{merchant_id}/{mode}/keys' as const;

/** The merchant's API keys, with actions to create and revoke them. */
export function KeysPage() {
  const texts = useTexts(keys_texts);
  const { path, mode, keyOf, may } = useFrame();
  useTitle(texts.caption);
  const query_client = useQueryClient();
  const refresh = () => query_client.invalidateQueries({ queryKey: keyOf('keys') });
  const [is_adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Key | null>(null);
  const keys = useRead(['keys'], '/keys');
  const revoke = (id: string) =>
    read(api.POST(`${list}/{id}/revoke`, { params: { path: { ...path, id } } })).then(refresh);
  const add = may('developers:write') && <AddButton label={texts.add} onClick={() => setAdding(true)} />;
  const columns = useColumns(may('developers:write') ? setLeaving : null);
  return (
    <>
      <PageLead about={mode === 'test' ? texts.about_test : texts.about_live}>{add}</PageLead>
      <QueryView query={keys} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.empty} about={texts.empty_about} />
          ) : (
            <DataTable caption={texts.caption} columns={columns} rows={items} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
      {keys.data && (
        <AddKey
          is_open={is_adding}
          grantable={keys.data.grantable_scopes}
          usual={keys.data.usual_scopes}
          onAdded={refresh}
          onClose={() => setAdding(false)}
        />
      )}
      <ConfirmDialog
        is_open={leaving !== null}
        title={texts.revoke_title(leaving?.name ?? texts.unnamed)}
        action={texts.revoke}
        is_dangerous
        onConfirm={() => revoke(leaving?.id ?? '')}
        onClose={() => setLeaving(null)}
      >
        <p>{texts.revoke_about}</p>
      </ConfirmDialog>
    </>
  );
}

function useColumns(onRevoke: ((key: Key) => void) | null): readonly Column<Key>[] {
  const texts = useTexts(keys_texts);
  const words = useTexts(scope_words);
  const whole = (word: string) => <span className="whole">{word}</span>;
  const showScopes = (scopes: Key['scopes']) =>
    scopes.length === Object.keys(words).length
      ? whole(texts.everything)
      : scopes.map((scope) => words[scope]).join(', ');
  const never = whole(texts.never);
  const nameOf = ({ name }: Key): string => name ?? texts.unnamed;
  const shown: readonly Column<Key>[] = [
    { key: 'name', title: texts.name, is_main: true, show: (key) => <strong>{nameOf(key)}</strong> },
    {
      key: 'key',
      title: texts.key,
      show: ({ prefix, last_four, addresses }) => (
        <>
          <span className="mono">
            {prefix}…{last_four}
          </span>
          {addresses !== null && <div className="quiet">{texts.from(addresses.join(', '))}</div>}
        </>
      ),
    },
    { key: 'scopes', title: texts.scopes, show: ({ scopes }) => showScopes(scopes) },
    {
      key: 'created',
      title: texts.created,
      show: ({ created_at, made_by }) => (
        <>
          <When at={created_at} />
          {made_by !== null && <div className="quiet">{texts.by(made_by)}</div>}
        </>
      ),
    },
    {
      key: 'used',
      title: texts.used,
      show: ({ last_used_at }) => (last_used_at === null ? never : <When at={last_used_at} />),
    },
    {
      key: 'expires',
      title: texts.expires,
      show: ({ expires_at }) => (expires_at === null ? never : <When at={expires_at} />),
    },
  ];
  const state: Column<Key> = {
    key: 'state',
    title: texts.actions,
    align: 'end',
    show: (key) => {
      if (key.revoked_at !== null) return <Badge tone="quiet">{texts.revoked}</Badge>;
      if (key.has_expired) return <Badge tone="quiet">{texts.expired}</Badge>;
      if (!onRevoke) return null;
      const label = `${texts.revoke}: ${nameOf(key)}`;
      return (
        <Button variant="default" size="sm" aria-label={label} onClick={() => onRevoke(key)}>
          {texts.revoke}
        </Button>
      );
    },
  };
  return [...shown, state];
}
