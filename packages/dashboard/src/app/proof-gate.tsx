import { useEffect, useRef, useState } from 'react';
import { askForProofBy } from '../api/proof.ts';
import { makeLate } from './make-late.tsx';
import { useFrame } from './use-frame.ts';
import { useRefreshMe } from './use-refresh-me.ts';

const ProofDialog = makeLate(() =>
  import('../features/proof/proof-dialog.tsx').then((module) => module.ProofDialog),
);

/** Opens the dialog whenever the server requires step-up authentication, and resolves the waiting requests. */
export function ProofGate() {
  const { me } = useFrame();
  const [is_open, setOpen] = useState(false);
  const answer = useRef<(is_proven: boolean) => void>(() => undefined);
  const refresh = useRefreshMe();
  useEffect(() => {
    const unset = askForProofBy(() => {
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      unset();
      // The page is left, for example because the session has ended: requests must not wait for its dialog.
      answer.current(false);
    };
  }, []);
  if (!is_open) return null;
  const close = async (is_proven: boolean): Promise<void> => {
    setOpen(false);
    const now = is_proven ? await refresh().catch(() => null) : null;
    // The passkey may belong to somebody else, who is then signed in.
    if (now !== null && now.user.id !== me.user.id) window.location.assign('/dashboard/');
    // If it is not known who is signed in, nothing is sent in their name.
    else answer.current(now !== null);
  };
  return <ProofDialog user={me.user} onClose={(is_proven) => void close(is_proven)} />;
}
