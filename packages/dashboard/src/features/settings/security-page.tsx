import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { ProofDialog } from '../proof/proof-dialog.tsx';
import { merchant_security_texts } from './security-texts.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/settings/security' as const;

/** The sign-in rules for the merchant's members. */
export function MerchantSecurityPage() {
  const texts = useTexts(merchant_security_texts);
  useTitle(texts.title);
  const { me, path, may } = useFrame();
  const has_one = me.user.two_factor_enabled || me.user.has_passkey;
  const rule = useRead(['settings', 'security'], '/settings/security');
  return (
    <section className="card settings-form">
      {!may('security:write') && <p className="quiet">{texts.only_owner}</p>}
      {may('security:write') && !has_one && (
        <p>
          {texts.first_you}{' '}
          <Link to="/$merchant_id/$mode/security" params={path}>
            {texts.to_security}
          </Link>
        </p>
      )}
      <QueryView query={rule} lines={2}>
        {({ second_factor_required, second_factor_in_live }) => (
          <>
            <Rule rule="second_factor_in_live" is_on={second_factor_in_live} />
            <Rule rule="second_factor_required" is_on={second_factor_required} />
          </>
        )}
      </QueryView>
    </section>
  );
}

interface RuleProps {
  readonly rule: 'second_factor_in_live' | 'second_factor_required';
  readonly is_on: boolean;
}

function Rule({ rule, is_on }: RuleProps) {
  const shared = useTexts(merchant_security_texts);
  const texts = { ...shared, ...shared[rule] };
  const { me, path, keyOf, may } = useFrame();
  const query_client = useQueryClient();
  const refresh = useRefreshMe();
  const [asking, setAsking] = useState<'switch_off' | 'second_factor' | null>(null);
  const { mutate, mutateAsync, error, isPending } = useMutation({
    mutationFn: (value: boolean) => read(api.PATCH(address, { params: { path }, body: { [rule]: value } })),
    onSuccess: () => query_client.invalidateQueries({ queryKey: keyOf('settings') }),
  });
  const switchOver = (): void => {
    // A person who has confirmed only a password would be the first to be locked out.
    if (is_on) setAsking('switch_off');
    else if (me.has_second_factor) mutate(true);
    else setAsking('second_factor');
  };
  const goOn = async (is_proven: boolean): Promise<void> => {
    setAsking(null);
    if (!is_proven) return;
    await refresh();
    mutate(true);
  };
  const has_one = me.user.two_factor_enabled || me.user.has_passkey;
  return (
    <div className="settings-form">
      <h2>{texts.rule}</h2>
      <p className="quiet">{texts.about}</p>
      <p>
        <Badge tone={is_on ? 'good' : 'warn'}>{is_on ? texts.on : texts.off}</Badge>
      </p>
      {error !== null && <ProblemNote problem={error} />}
      {may('security:write') && (is_on || has_one) && (
        <div>
          <Button variant={is_on ? 'default' : 'filled'} loading={isPending} onClick={switchOver}>
            {is_on ? texts.switch_off : texts.switch_on}
          </Button>
        </div>
      )}
      <ConfirmDialog
        is_open={asking === 'switch_off'}
        title={texts.switch_off}
        action={texts.switch_off}
        is_dangerous
        onConfirm={() => mutateAsync(false)}
        onClose={() => setAsking(null)}
      >
        <p>{texts.switch_off_about}</p>
      </ConfirmDialog>
      {asking === 'second_factor' && (
        <ProofDialog user={me.user} is_second_factor onClose={(is_proven) => void goOn(is_proven)} />
      )}
    </div>
  );
}
