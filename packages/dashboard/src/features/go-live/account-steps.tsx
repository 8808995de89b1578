import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { makeLate } from '../../app/make-late.tsx';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { When } from '../../parts/when.tsx';
import type { Account, Provider } from '../settings/accounts.ts';
import { accounts_texts } from '../settings/accounts-texts.ts';
import type { GuideId } from './guide.ts';
import { guide_texts } from './guide-texts.ts';
import { go_live_page_texts } from './page-texts.ts';

const AccountDialog = makeLate(() =>
  import('../settings/account-dialog.tsx').then((module) => module.AccountDialog),
);

interface EnterStepProps {
  /** The provider, as its form needs it; undefined until loaded. */
  readonly provider: Provider | undefined;
  readonly account: Account | undefined;
}

/** Asks for the credentials, with the form of every account. */
export function EnterStep({ provider, account }: EnterStepProps) {
  const texts = useTexts(go_live_page_texts);
  const { may, path } = useFrame();
  const [open, setOpen] = useState<'new' | 'change' | null>(null);
  return (
    <>
      <p>{account ? texts.entered(account.name) : texts.enter_about}</p>
      {account && !account.enabled && (
        <Note tone="warn" title={texts.switched_off}>
          <Link
            to="/$merchant_id/$mode/settings/accounts/$account_id"
            params={{ ...path, account_id: account.id }}
          >
            {texts.see_account}
          </Link>
        </Note>
      )}
      {may('settings:write') ? (
        <Group gap="xs">
          <Button
            variant={account ? 'default' : 'filled'}
            disabled={!provider}
            onClick={() => setOpen(account ? 'change' : 'new')}
          >
            {account ? texts.change : texts.enter}
          </Button>
          {account && (
            <Button variant="default" disabled={!provider} onClick={() => setOpen('new')}>
              {texts.another}
            </Button>
          )}
        </Group>
      ) : (
        <p className="quiet">{texts.ask_admin}</p>
      )}
      {open !== null && provider && (
        <AccountDialog
          providers={[provider]}
          {...(open === 'change' && account && { account })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** The callback address to copy, and what to do with it. */
export function CallbackStep({
  account,
  guides,
}: {
  readonly account: Account;
  readonly guides: readonly GuideId[];
}) {
  const texts = useTexts(go_live_page_texts);
  const words = useTexts(guide_texts);
  return (
    <>
      <CopyText text={account.callback_url} label={texts.address} />
      {guides.map((id) => (
        <p key={id}>{words[id].callback}</p>
      ))}
    </>
  );
}

interface CheckStepProps {
  readonly account: Account;
  readonly onVerdict: (verdict: 'good' | 'bad' | 'unknown') => void;
}

/** Asks the provider whether the credentials are valid, and says what is wrong. */
export function CheckStep({ account, onVerdict }: CheckStepProps) {
  const texts = useTexts(go_live_page_texts);
  const verdicts = useTexts(accounts_texts);
  const { path, keyOf, may } = useFrame();
  const query_client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      read(
        api.POST('/dashboard/api/{merchant_id}/{mode}/accounts/{id}/check', {
          params: { path: { ...path, id: account.id } },
        }),
      ),
    onSuccess: async ({ check }) => {
      onVerdict(check);
      await query_client.invalidateQueries({ queryKey: keyOf('accounts') });
    },
  });
  const tones = { good: 'good', bad: 'bad', unknown: 'warn' } as const;
  return (
    <>
      <p>
        {account.checked_at === null ? (
          texts.check_about
        ) : (
          <>
            {texts.checked} <When at={account.checked_at} />
          </>
        )}
      </p>
      {may('settings:write') ? (
        <div>
          <Button
            variant={account.checked_at === null ? 'filled' : 'default'}
            loading={isPending}
            onClick={() => mutate()}
          >
            {account.checked_at === null ? verdicts.check : texts.check_again}
          </Button>
        </div>
      ) : (
        <p className="quiet">{texts.ask_admin}</p>
      )}
      {error !== null && <ProblemNote problem={error} />}
      {data && !isPending && (
        <Note tone={tones[data.check]} title={verdicts[data.check]}>
          {data.problem !== null && <p lang="en">{data.problem}</p>}
          {data.check === 'bad' && <p>{texts.check_help}</p>}
        </Note>
      )}
    </>
  );
}
