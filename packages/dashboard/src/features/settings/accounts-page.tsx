import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { AddButton } from '../../parts/add-button.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { go_live_texts } from '../go-live/texts.ts';
import { AccountDialog } from './account-dialog.tsx';
import { type ListedAccount, nameOf, type Provider, useAccounts } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';

/** The merchant's accounts with providers. */
export function AccountsPage() {
  const texts = useTexts(accounts_texts);
  useTitle(texts.title);
  const { lead } = useTexts(go_live_texts);
  const { may, path } = useFrame();
  const [is_adding, setAdding] = useState(false);
  const accounts = useAccounts();
  return (
    <>
      <PageLead about={texts.about}>
        <Link to="/$merchant_id/$mode/go-live" params={path}>
          {lead}
        </Link>
        {may('settings:write') && <AddButton label={texts.add} onClick={() => setAdding(true)} />}
      </PageLead>
      <QueryView query={accounts} lines={3}>
        {({ items, providers }) => (
          <>
            {items.length === 0 ? (
              <Empty title={texts.empty} about={texts.empty_about} />
            ) : (
              <AccountTable accounts={items} providers={providers} />
            )}
            {is_adding && <AccountDialog providers={providers} onClose={() => setAdding(false)} />}
          </>
        )}
      </QueryView>
    </>
  );
}

interface AccountTableProps {
  readonly accounts: readonly ListedAccount[];
  readonly providers: readonly Provider[];
}

function AccountTable({ accounts, providers }: AccountTableProps) {
  const texts = useTexts(accounts_texts);
  const { path } = useFrame();
  const columns: readonly Column<ListedAccount>[] = [
    {
      key: 'name',
      title: texts.name,
      is_main: true,
      show: ({ id, name }) => (
        <Link
          to="/$merchant_id/$mode/settings/accounts/$account_id"
          params={{ ...path, account_id: id }}
          className="row-link"
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'provider',
      title: texts.provider,
      show: ({ connector }) => nameOf(providers, connector),
    },
    {
      key: 'operators',
      title: texts.operators,
      show: ({ operators }) => <span className="mono">{operators.join(', ')}</span>,
    },
    {
      key: 'state',
      title: texts.state,
      show: ({ enabled }) => (
        <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? texts.on : texts.off}</Badge>
      ),
    },
    {
      key: 'checked',
      title: texts.checked,
      show: ({ checked_at }) => (checked_at === null ? texts.unchecked : <When at={checked_at} />),
    },
  ];
  return <DataTable caption={texts.title} rows={accounts} keyOf={({ id }) => id} columns={columns} />;
}
