import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { type Account, nameOf, type Provider, useAccounts } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';

const one = '/dashboard/api/{merchant_id}/{mode}/accounts/{id}' as const;

/** The text that the server sends in place of a secret. */
const redacted = '[redacted]';

/** One account: its capabilities, whether its credentials are valid, and whether it is on. */
export function AccountPage() {
  const texts = useTexts(accounts_texts);
  useTitle(texts.title);
  const { account_id = '' } = useParams({ strict: false });
  const account = useRead(['accounts', account_id], '/accounts/{id}', { path: { id: account_id } });
  return <QueryView query={account}>{(shown) => <AccountCard account={shown} />}</QueryView>;
}

function AccountCard({ account }: { readonly account: Account }) {
  const texts = useTexts(accounts_texts);
  const { may } = useFrame();
  const { data } = useAccounts();
  const config = Object.entries(account.config).map(
    ([field, value]) =>
      [
        field,
        value === redacted ? (
          <span key={field} className="quiet">
            {texts.kept_secret}
          </span>
        ) : (
          <span key={field} className="mono">
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </span>
        ),
      ] as const,
  );
  const abilities = ({ collect, payout, refund }: Account['services'][number]): string =>
    [collect && texts.collect, payout && texts.payout, refund && texts.refund].filter(Boolean).join(', ');
  return (
    <section className="card account-list">
      <div className="page-lead">
        <h2>{account.name}</h2>
        <Badge tone={account.enabled ? 'good' : 'quiet'}>{account.enabled ? texts.on : texts.off}</Badge>
      </div>
      <Facts
        facts={[
          [texts.provider, nameOf(data?.providers ?? [], account.connector)],
          [
            texts.checked,
            account.checked_at === null ? texts.unchecked : <When key="checked" at={account.checked_at} />,
          ],
          [texts.callback, <CopyText key="callback" text={account.callback_url} label={texts.callback} />],
          [
            texts.services,
            account.services.length === 0
              ? texts.none
              : account.services.map((service) => (
                  <div key={`${service.operator} ${service.currency}`}>
                    <span className="mono">
                      {service.operator} {service.currency}
                    </span>{' '}
                    <span className="quiet">{abilities(service)}</span>
                  </div>
                )),
          ],
          ...config,
        ]}
      />
      {may('settings:write') && data && <AccountActions account={account} providers={data.providers} />}
    </section>
  );
}

function AccountActions({
  account,
  providers,
}: {
  readonly account: Account;
  readonly providers: readonly Provider[];
}) {
  const texts = useTexts(accounts_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const [is_changing, setChanging] = useState(false);
  const [is_leaving, setLeaving] = useState(false);
  const params = { path: { ...path, id: account.id } };
  const refresh = () => query_client.invalidateQueries({ queryKey: keyOf('accounts') });
  const check = useMutation({
    mutationFn: () => read(api.POST(`${one}/check`, { params })),
    onSuccess: refresh,
  });
  const turn = useMutation({
    mutationFn: () => read(api.POST(`${one}/switch`, { params, body: { enabled: !account.enabled } })),
    onSuccess: refresh,
  });
  const problem = check.error ?? (is_leaving ? null : turn.error);
  return (
    <>
      <Group gap="xs">
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {texts.check}
        </Button>
        <Button variant="default" onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
        {account.enabled ? (
          <Button variant="default" onClick={() => setLeaving(true)}>
            {texts.switch_off}
          </Button>
        ) : (
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
            {texts.switch_on}
          </Button>
        )}
      </Group>
      {problem !== null && <ProblemNote problem={problem} />}
      {check.data && !check.isPending && (
        <Note
          tone={check.data.check === 'good' ? 'good' : check.data.check === 'bad' ? 'bad' : 'warn'}
          title={texts[check.data.check]}
        >
          {check.data.problem !== null && <p lang="en">{check.data.problem}</p>}
        </Note>
      )}
      <ConfirmDialog
        is_open={is_leaving}
        title={texts.switch_off_title(account.name)}
        action={texts.switch_off}
        is_dangerous
        onConfirm={() => turn.mutateAsync()}
        onClose={() => setLeaving(false)}
      >
        <p>{texts.switch_off_about}</p>
      </ConfirmDialog>
      {is_changing && (
        <AccountDialog providers={providers} account={account} onClose={() => setChanging(false)} />
      )}
    </>
  );
}
