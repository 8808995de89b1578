import { Button, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '../../language/use-language.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { routing_texts } from './routing-texts.ts';

interface AccountOrderProps {
  readonly all: OperatorRoute['accounts'];
  /** Account ids in their order; null for all accounts, oldest first. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** The accounts to use and their order; they are moved with buttons, so that the keyboard works too. */
export function AccountOrder({ all, chosen, onChange }: AccountOrderProps) {
  const texts = useTexts(routing_texts);
  if (all.length === 0) return <p className="quiet">{texts.accounts_none}</p>;
  const ids = chosen ?? [];
  const ordered = [
    ...ids.flatMap((id) => all.find((account) => account.id === id) ?? []),
    ...all.filter(({ id }) => !ids.includes(id)),
  ];
  return (
    <fieldset className="plain">
      <legend>{texts.accounts}</legend>
      <label className="check">
        <input type="radio" name="order" checked={chosen === null} onChange={() => onChange(null)} />
        {texts.oldest_first}
      </label>
      <label className="check">
        <input
          type="radio"
          name="order"
          checked={chosen !== null}
          onChange={() => onChange(all.map(({ id }) => id))}
        />
        {texts.own_order}
      </label>
      {chosen !== null && (
        <ol className="account-order">
          {ordered.map((account) => (
            <OrderedAccount key={account.id} account={account} ids={ids} onChange={onChange} />
          ))}
        </ol>
      )}
    </fieldset>
  );
}

interface OrderedAccountProps {
  readonly account: OperatorRoute['accounts'][number];
  /** The ids of the accounts in use, in their order. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function OrderedAccount({ account: { id, name, connector, enabled }, ids, onChange }: OrderedAccountProps) {
  const texts = useTexts(routing_texts);
  const at = ids.indexOf(id);
  const is_last_one = ids.length === 1 && at === 0;
  const others = ids.filter((one) => one !== id);
  const move = (by: -1 | 1): void => onChange(others.toSpliced(at + by, 0, id));
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          aria-label={texts.use(name)}
          checked={at >= 0}
          disabled={is_last_one}
          onChange={(event) => onChange(event.target.checked ? [...ids, id] : others)}
        />
        <span>
          {name} <span className="quiet">{connector}</span>
          {!enabled && <span className="quiet"> · {texts.off}</span>}
        </span>
      </label>
      {at >= 0 && (
        <Group gap={4} wrap="nowrap">
          <Button
            variant="default"
            size="compact-md"
            aria-label={texts.up(name)}
            disabled={at === 0}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </Button>
          <Button
            variant="default"
            size="compact-md"
            aria-label={texts.down(name)}
            disabled={at === ids.length - 1}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </Button>
        </Group>
      )}
    </li>
  );
}
