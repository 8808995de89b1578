import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

/** Has an endpoint examined, and shows each finding with its cure. */
export function Doctor({ endpoint_id }: { readonly endpoint_id: string }) {
  const texts = useTexts(webhooks_texts);
  const { examine } = useWebhookVerbs();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => examine(endpoint_id) });
  return (
    <section className="card">
      <div className="card-head">
        <h2>{texts.doctor}</h2>
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {texts.doctor}
        </Button>
      </div>
      <p className="quiet">{texts.doctor_about}</p>
      {error !== null && <ProblemNote problem={error} />}
      {data && (
        <>
          <Note tone={data.ok ? 'good' : 'bad'} title={data.ok ? texts.doctor_fine : texts.doctor_bad} />
          <ul className="findings">
            {data.findings.map(({ probe, ok, problem, detail, fix }) => (
              <li key={`${probe} ${problem}`}>
                <Badge tone={!ok ? 'bad' : problem === null ? 'good' : 'warn'}>
                  {!ok ? texts.bad : problem === null ? texts.ok : texts.warn}
                </Badge>
                <div>
                  <strong>{texts.probes[probe]}</strong>
                  <p lang="en">{detail}</p>
                  {fix !== null && (
                    <p lang="en" className="quiet">
                      → {fix}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
