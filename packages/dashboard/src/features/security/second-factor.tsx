import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { sendAuth } from '../../api/auth.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { security_page_texts } from './page-texts.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpSecondFactor, type Started } from './set-up-second-factor.tsx';

type Open = 'set_up' | 'turn_off' | 'new_codes' | null;

/**
 * Turns two-factor authentication on and off. Setting it up involves a code to scan, and recovery codes in case the
 * phone is lost.
 */
export function SecondFactor() {
  const { second: texts } = useTexts(security_page_texts);
  const { me } = useFrame();
  const is_on = me.user.two_factor_enabled;
  const [open, setOpen] = useState<Open>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const [new_codes, setNewCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefreshMe();
  const close = () => setOpen(null);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{texts.title}</h2>
        <Badge tone={is_on ? 'good' : 'warn'}>{is_on ? texts.on : texts.off}</Badge>
      </div>
      <p className="quiet">{is_on ? texts.about_on : texts.about_off}</p>
      {is_on ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen('new_codes')}>
            {texts.new_codes}
          </Button>
          <Button variant="default" onClick={() => setOpen('turn_off')}>
            {texts.turn_off}
          </Button>
        </Group>
      ) : (
        <Button onClick={() => setOpen('set_up')}>{texts.set_up}</Button>
      )}
      <PasswordDialog
        is_open={open === 'set_up'}
        title={texts.set_up}
        action={texts.go_on}
        send={async (password) => setStarted(await sendAuth<Started>('/two-factor/enable', { password }))}
        onClose={close}
      />
      <PasswordDialog
        is_open={open === 'turn_off'}
        title={texts.turn_off}
        about={texts.turn_off_about}
        action={texts.turn_off}
        is_dangerous
        send={(password) => sendAuth('/two-factor/disable', { password }).then(refresh)}
        onClose={close}
      />
      <PasswordDialog
        is_open={open === 'new_codes'}
        title={texts.new_codes}
        about={texts.new_codes_about}
        action={texts.new_codes}
        send={async (password) => {
          const path = '/two-factor/generate-backup-codes';
          setNewCodes((await sendAuth<Pick<Started, 'backupCodes'>>(path, { password })).backupCodes);
        }}
        onClose={close}
      />
      {started && <SetUpSecondFactor started={started} onDone={refresh} onClose={() => setStarted(null)} />}
      {new_codes && <RecoveryCodes codes={new_codes} onClose={() => setNewCodes(null)} />}
    </section>
  );
}
