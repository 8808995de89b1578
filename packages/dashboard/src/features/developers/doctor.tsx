import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../api/schema.d.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { french_findings } from './doctor-words.ts';
import { useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

/** The server's time limit. */
const seconds_max = 60;

/** Runs the diagnosis of an endpoint, and shows each finding with its remedy. */
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
      {isPending && <Busy />}
      {error !== null && <ProblemNote problem={error} />}
      {data && !isPending && (
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
                  <FindingWords problem={problem} detail={detail} fix={fix} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type Finding = components['schemas']['WebhookReport']['findings'][number];

/** The finding and its remedy; the server sends both in English, with the facts. */
function FindingWords({ problem, detail, fix }: Pick<Finding, 'problem' | 'detail' | 'fix'>) {
  const { language } = useLanguage();
  const words = language === 'fr' && problem !== null ? french_findings[problem] : undefined;
  const [found, cure] = words ?? [detail, fix];
  const lang = words ? undefined : 'en';
  return (
    <>
      <p lang={lang}>{found}</p>
      {cure !== null && (
        <p lang={lang} className="quiet">
          → {cure}
        </p>
      )}
      {words && (
        <p lang="en" className="mono quiet">
          {detail}
        </p>
      )}
    </>
  );
}

/** A progress note with the elapsed time: a slow endpoint makes the diagnosis slow. */
function Busy() {
  const texts = useTexts(webhooks_texts);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="doctor-busy">
      <progress aria-label={texts.doctor} max={seconds_max} value={Math.min(seconds, seconds_max)} />
      <p className="quiet">{texts.doctor_busy(seconds)}</p>
    </div>
  );
}
