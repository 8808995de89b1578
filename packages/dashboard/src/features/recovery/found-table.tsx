import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { recovery_texts } from './texts.ts';
import type { FoundOutcome } from './use-recovery.ts';

const tones = { success: 'good', failed: 'bad' } as const;

/** The outcomes found, each with a link to its payment or payout. */
export function FoundTable({ found }: { readonly found: readonly FoundOutcome[] }) {
  const texts = useTexts(recovery_texts);
  const columns: readonly Column<FoundOutcome>[] = [
    { key: 'kind', title: texts.kind, is_main: true, show: (one) => <Subject one={one} /> },
    amountColumn(texts.amount),
    {
      key: 'outcome',
      title: texts.outcome,
      show: ({ outcome }) => <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>,
    },
    { key: 'when', title: texts.when, show: ({ found_at }) => <When at={found_at} /> },
  ];
  return (
    <DataTable
      caption={texts.list}
      columns={columns}
      rows={found}
      keyOf={({ kind, id, outcome, found_at }) => `${kind} ${id} ${outcome} ${found_at}`}
    />
  );
}

function Subject({ one: { kind, id } }: { readonly one: FoundOutcome }) {
  const texts = useTexts(recovery_texts);
  const { path } = useFrame();
  return kind === 'payout' ? (
    <Link
      className="row-link"
      to="/$merchant_id/$mode/payouts/$payout_id"
      params={{ ...path, payout_id: id }}
    >
      {texts.kinds[kind]}
    </Link>
  ) : (
    <Link
      className="row-link"
      to="/$merchant_id/$mode/payments/$payment_id"
      params={{ ...path, payment_id: id }}
    >
      {texts.kinds[kind]}
    </Link>
  );
}
