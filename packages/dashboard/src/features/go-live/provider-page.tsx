import { NativeSelect } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import type { Account } from '../settings/accounts.ts';
import { useAccounts } from '../settings/accounts.ts';
import { useTrialPayment } from '../trial/read.ts';
import { CallbackStep, CheckStep, EnterStep } from './account-steps.tsx';
import { AskStep } from './ask-step.tsx';
import { type GuideId, guidesFor } from './guide.ts';
import { go_live_page_texts } from './page-texts.ts';
import { PayStep, ProvenStep, RefundStep } from './proof-steps.tsx';
import { type GoLive, type LiveAccount, nameOf, useGoLive, type Way, wayToProve } from './read.ts';
import { Step } from './step.tsx';
import './go-live.css';

/** The way to live payments with one provider. What is done follows from the data, so it can be left at any step. */
export function ProviderPage() {
  const texts = useTexts(go_live_page_texts);
  const { path } = useFrame();
  const { connector = '' } = useParams({ strict: false });
  const way = useGoLive();
  const name = way.data?.providers.find((one) => one.connector === connector)?.name ?? connector;
  return (
    <>
      <PageHead
        title={texts.with(name)}
        about={
          <Link to="/$merchant_id/$mode/go-live" params={path}>
            {texts.back}
          </Link>
        }
      />
      <QueryView query={way}>
        {(all) => <Steps key={connector} all={all} connector={connector} name={name} />}
      </QueryView>
    </>
  );
}

interface StepsProps {
  readonly all: GoLive;
  readonly connector: string;
  readonly name: string;
}

function Steps({ all, connector, name }: StepsProps) {
  const texts = useTexts(go_live_page_texts);
  const { search, set } = useFiltering<'account' | 'way' | 'payment'>();
  const mine = all.accounts.filter((account) => account.connector === connector);
  const listed = mine.find(({ id }) => id === search.account) ?? mine.at(-1);
  const { data: account } = useAccount(listed?.id);
  const provider = useAccounts().data?.providers.find((one) => one.connector === connector);
  const way = wayToProve(listed?.ways ?? [], search.way);
  const guides = guidesFor(connector, all.country, account?.config.variant);
  return (
    <>
      {mine.length > 1 && (
        <NativeSelect
          className="go-live-choice"
          label={texts.account}
          value={listed?.id ?? ''}
          onChange={(event) => set({ account: event.target.value, way: undefined, payment: undefined })}
          data={mine.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      <ol className="go-live-steps">
        <Step title={texts.steps.ask(name)} state={listed ? 'done' : 'now'}>
          <AskStep guides={guides} />
        </Step>
        <Step title={texts.steps.enter} state={listed ? 'done' : 'now'}>
          <EnterStep provider={provider} account={account} />
        </Step>
        <AccountSteps account={account} way={way} guides={guides} />
        <ProofSteps account={listed} way={way} payment_id={search.payment} set={set} />
      </ol>
    </>
  );
}

function useAccount(id: string | undefined) {
  return useRead(['accounts', id], '/accounts/{id}', { path: { id: id ?? '' }, enabled: id !== undefined });
}

interface AccountStepsProps {
  readonly account: Account | undefined;
  readonly way: Way | undefined;
  readonly guides: readonly GuideId[];
}

/** The callback address counts as done once a payment has arrived: nothing else shows that it is registered. */
function AccountSteps({ account, way, guides }: AccountStepsProps) {
  const texts = useTexts(go_live_page_texts);
  const [verdict, setVerdict] = useState<string | null>(null);
  // A provider that confirmed the credentials before may refuse them now.
  const is_refused = verdict === 'bad';
  const has_paid = way?.payment != null || way?.refund != null;
  return (
    <>
      <Step title={texts.steps.callback} state={has_paid ? 'done' : account ? 'now' : 'later'}>
        {account ? <CallbackStep account={account} guides={guides} /> : <p>{texts.first_account}</p>}
      </Step>
      <Step
        title={texts.steps.check}
        state={!account ? 'later' : account.checked_at === null || is_refused ? 'now' : 'done'}
      >
        {account ? <CheckStep account={account} onVerdict={setVerdict} /> : <p>{texts.check_about}</p>}
      </Step>
    </>
  );
}

interface ProofStepsProps {
  readonly account: LiveAccount | undefined;
  readonly way: Way | undefined;
  /** The payment that was started on this page. */
  readonly payment_id: string | undefined;
  readonly set: (change: { readonly way?: string; readonly payment?: string | undefined }) => void;
}

function ProofSteps({ account, way, payment_id, set }: ProofStepsProps) {
  const texts = useTexts(go_live_page_texts);
  const shown = payment_id ?? way?.payment?.id ?? way?.refund?.payment_id ?? null;
  const { data: detail } = useTrialPayment(shown);
  if (!account || !way) {
    return (
      <>
        <Step title={texts.steps.pay} state="later">
          <p>{texts.first_account}</p>
        </Step>
        <Step title={texts.steps.refund} state="later">
          <p>{texts.first_account}</p>
        </Step>
      </>
    );
  }
  const proof = { account, way, detail };
  const has_paid = way.payment !== null || way.refund !== null;
  const has_refunded = way.refund !== null || (!way.can_refund && has_paid);
  return (
    <>
      <Step title={texts.steps.pay} state={has_paid ? 'done' : 'now'}>
        {account.ways.length > 1 && (
          <NativeSelect
            className="go-live-choice"
            label={texts.operator}
            value={nameOf(way)}
            onChange={(event) => set({ way: event.target.value, payment: undefined })}
            data={account.ways.map((one) => ({ value: nameOf(one), label: labelOf(one) }))}
          />
        )}
        <PayStep
          {...proof}
          // The operator stays the chosen one: once it is proven, the next one would take its place.
          onStarted={(payment) => set({ way: nameOf(way), payment })}
        />
      </Step>
      <Step title={texts.steps.refund} state={has_refunded ? 'done' : has_paid ? 'now' : 'later'}>
        <RefundStep {...proof} />
      </Step>
      {way.proven_at !== null && (
        <Step title={texts.steps.proven} state="done" is_open>
          <ProvenStep account={account} way={way} />
        </Step>
      )}
    </>
  );
}

function labelOf({ operator, currency, proven_at }: Way): string {
  return `${operator.name} (${operator.country}, ${currency})${proven_at === null ? '' : ' ✓'}`;
}
