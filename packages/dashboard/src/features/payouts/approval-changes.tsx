import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { PersonEmail } from '../../parts/person.tsx';
import { When } from '../../parts/when.tsx';
import { change_texts } from './change-texts.ts';
import { type ApprovalChange, useApprovalChanges, useDecideChange } from './changes.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { useBarWords } from './use-bar-words.ts';
import { useMoneyText } from './use-money-text.ts';

/** The changes that weaken the rule and await approval, one note each; empty when there are none. */
export function ApprovalChanges() {
  const { data: changes } = useApprovalChanges();
  const waiting = changes?.items.filter(({ status }) => status === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {waiting.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
    </Stack>
  );
}

function WaitingChange({ change }: { readonly change: ApprovalChange }) {
  const texts = useTexts(change_texts);
  const barWords = useBarWords();
  const moneyText = useMoneyText();
  const decide = useDecideChange();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const { rule, approver, may, bar, takes_effect_at } = change;
  const refuse_words = bar?.reason === 'own' ? texts.take_back : texts.refuse;
  const title = rule ? texts.rule_title(rule.currency) : texts.approver_title(approver?.name ?? '');
  const amountOf = (amount: number | null) =>
    moneyText({ amount: amount ?? 0, currency: rule?.currency ?? '' });
  const limits =
    rule &&
    (rule.approval_above === null
      ? texts.no_limit
      : texts.limits(
          amountOf(rule.approval_above),
          amountOf(rule.approval_day_above),
          amountOf(rule.approval_recipient_above),
        ));
  const effects = rule
    ? { approve: texts.approve_rule, refuse: texts.refuse_rule }
    : { approve: texts.approve_approver, refuse: texts.refuse_approver };
  return (
    <Note tone="warn" title={title}>
      {approver && <PersonEmail email={approver.email} />}
      <p>
        {texts.wanted(change.proposed_by)} {approver ? texts.way[approver.way] : limits}
      </p>
      <p>
        {takes_effect_at === null ? (
          texts.until_then
        ) : (
          <>
            {texts.alone} <When at={takes_effect_at} />.
          </>
        )}{' '}
        {bar && barWords(bar)}
      </p>
      {(may.approve || may.refuse) && (
        <Group gap="xs" mt={12}>
          <DecisionButtons may={may} approve={texts.approve} refuse={refuse_words} onAsk={setAsked} />
        </Group>
      )}
      <ConfirmDialog
        is_open={asked !== null}
        title={title}
        action={asked === 'approve' ? texts.approve : refuse_words}
        is_dangerous={asked === 'approve'}
        onConfirm={async () => asked && decide(change.id, asked)}
        onClose={() => setAsked(null)}
      >
        {approver && <PersonEmail email={approver.email} />}
        {asked === 'approve' && limits !== null && <p>{limits}</p>}
        <p>{effects[asked ?? 'refuse']}</p>
      </ConfirmDialog>
    </Note>
  );
}
